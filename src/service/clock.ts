import type { Clock } from './service.ts';

export const wallClock: Clock = { fixed: false, now: () => new Date() };

export function fixedClock(at: Date): Clock {
  return { fixed: true, now: () => new Date(at) };
}
