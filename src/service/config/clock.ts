import type { Clock } from './context.ts';

export const wallClock: Clock = { fixed: false, now: () => new Date() };

export function fixedClock(at: Date): Clock {
  return { fixed: true, now: () => new Date(at) };
}

/** A clock that follows the dataset, because another process can replace it with one that has a fixed time. */
export class DataClock implements Clock {
  #clock: Clock = wallClock;

  get fixed(): boolean {
    return this.#clock.fixed;
  }

  now(): Date {
    return this.#clock.now();
  }

  /** Stops at `asOf`. Without it, follows the wall clock. */
  follow(asOf: Date | null | undefined): void {
    this.#clock = asOf ? fixedClock(asOf) : wallClock;
  }
}
