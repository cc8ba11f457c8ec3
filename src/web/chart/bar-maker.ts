import { averageOf } from './averages.ts';
import type { BarAnswer, BarQuestion } from './bar-messages.ts';
import { barsOf } from './bucketing.ts';
import { suitingInterval } from './intervals.ts';
import { type TickColumns, TickStore } from './tick-store.ts';

/** Holds a market's ticks and makes bars of them. */
export class BarMaker {
  #store = new TickStore();

  /** Undefined where nothing was asked. */
  take(question: BarQuestion): BarAnswer | undefined {
    if (question.kind === 'show') return this.#show(question);
    if (question.kind === 'add') this.#store.add(question.ticks);
    else this.#store = new TickStore();
    return undefined;
  }

  #show({ id, bucketing, averages, seconds }: BarQuestion & { kind: 'show' }): BarAnswer {
    const { columns } = this.#store;
    const { interval: asked, ...rest } = bucketing;
    const interval = asked === 'auto' ? suitingInterval(seconds, ticksWithin(columns, seconds)) : asked;
    const bars = barsOf(columns, { ...rest, interval });
    const lines = averages.map((average) => averageOf(bars.close, average));
    return { id, interval, bars, averages: lines, ticks: columns.length };
  }
}

/** Ticks of the last `seconds`. */
function ticksWithin({ time, length }: TickColumns, seconds: number): number {
  const start = (time[length - 1] ?? 0) - seconds * 1000;
  let first = length;
  while (first > 0 && (time[first - 1] ?? 0) >= start) first -= 1;
  return length - first;
}
