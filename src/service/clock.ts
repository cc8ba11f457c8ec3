import type { Clock } from './service.ts';

export const wallClock: Clock = { fixed: false, now: () => new Date() };

export function fixedClock(at: Date): Clock {
  return { fixed: true, now: () => new Date(at) };
}

/** Another process may give the store other data, with a time of its own: this clock can be told. */
export class DataClock implements Clock {
  #clock: Clock = wallClock;

  get fixed(): boolean {
    return this.#clock.fixed;
  }

  now(): Date {
    return this.#clock.now();
  }

  /** Stands still at `asOf`, or runs where there is none. */
  follow(asOf: Date | null | undefined): void {
    this.#clock = asOf ? fixedClock(asOf) : wallClock;
  }
}
