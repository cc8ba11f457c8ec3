import { averageOf } from './averages.ts';
import type { BarAnswer, BarQuestion, FoundTicks } from './bar-messages.ts';
import { barsOf } from './bucketing.ts';
import { type BarInterval, suitingInterval } from './intervals.ts';
import { type TickColumns, TickStore } from './tick-store.ts';

/** Holds a market's ticks and makes bars of them. */
export class BarMaker {
  #store = new TickStore();

  /** Undefined where nothing was asked. */
  take(question: BarQuestion): BarAnswer | FoundTicks | undefined {
    if (question.kind === 'show') return this.#show(question);
    if (question.kind === 'find') return { id: question.id, found: this.#store.within(question) };
    if (question.kind === 'add') this.#store.add(question.ticks);
    else this.#store = new TickStore();
    return undefined;
  }

  #show({ id, bucketing, averages, seconds, isJoined }: BarQuestion & { kind: 'show' }): BarAnswer {
    const started = performance.now();
    const { columns } = this.#store;
    const { interval: asked, ...rest } = bucketing;
    const interval = asked === 'auto' ? chosenInterval(columns, seconds, isJoined) : asked;
    const bars = barsOf(columns, { ...rest, interval });
    const lines = averages.map((average) => averageOf(bars.close, average));
    const took = performance.now() - started;
    return { id, interval, bars, averages: lines, ticks: columns.length, took };
  }
}

/** Of the ticks within the last `seconds`. */
function chosenInterval({ time, length }: TickColumns, seconds: number, isJoined: boolean): BarInterval {
  const end = time[length - 1] ?? 0;
  let first = length;
  while (first > 0 && (time[first - 1] ?? 0) >= end - seconds * 1000) first -= 1;
  return suitingInterval((end - (time[first] ?? end)) / 1000, length - first, isJoined);
}
