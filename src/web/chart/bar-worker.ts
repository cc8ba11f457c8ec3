import { averageOf } from './averages.ts';
import type { BarAnswer, BarQuestion } from './bar-messages.ts';
import { barsOf } from './bucketing.ts';
import { suitingInterval } from './intervals.ts';
import { TickStore } from './tick-store.ts';

let store = new TickStore();

addEventListener('message', ({ data }: MessageEvent<BarQuestion>) => {
  if (data.kind === 'add') store.add(data.ticks);
  else if (data.kind === 'forget') store = new TickStore();
  else answer(data);
});

function answer({ id, bucketing, averages, seconds }: BarQuestion & { kind: 'show' }): void {
  const { columns } = store;
  const { interval: asked, ...rest } = bucketing;
  const interval = asked === 'auto' ? suitingInterval(seconds, ticksWithin(columns, seconds)) : asked;
  const bars = barsOf(columns, { ...rest, interval });
  const lines = averages.map((average) => averageOf(bars.close, average));
  const reply: BarAnswer = { id, interval, bars, averages: lines, ticks: columns.length };
  postMessage(reply);
}

/** Ticks of the last `seconds`. */
function ticksWithin(
  { time, length }: { readonly time: Float64Array; readonly length: number },
  seconds: number,
): number {
  const start = (time[length - 1] ?? 0) - seconds * 1000;
  let first = length;
  while (first > 0 && (time[first - 1] ?? 0) >= start) first -= 1;
  return length - first;
}
