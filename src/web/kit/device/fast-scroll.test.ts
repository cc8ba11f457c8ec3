import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isFastScrolling, onFastScrollChange, trackFastScroll } from './fast-scroll.ts';

class ScrollElement extends EventTarget {
  scrollTop = 0;

  move(timeStamp: number, scrollTop: number): void {
    this.scrollTop = scrollTop;
    this.dispatchEvent(Object.defineProperty(new Event('scroll'), 'timeStamp', { value: timeStamp }));
  }
}

const FRAME_MS = 16;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (step: () => void) => setTimeout(step, FRAME_MS));
  vi.stubGlobal('cancelAnimationFrame', (frame: NodeJS.Timeout) => clearTimeout(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  { moves: 'many rows in every frame', times: [1000, 1016], positions: [120, 240], isFast: true },
  { moves: 'up at the same speed', times: [1000, 1016], positions: [2000, 1880], isFast: true },
  { moves: 'little in every frame', times: [1000, 1016], positions: [10, 20], isFast: false },
  { moves: 'little in a very short time', times: [1000, 1016], positions: [10, 40], isFast: true },
  { moves: 'far in one event after a pause', times: [1000, 1300], positions: [120, 9000], isFast: false },
])('scrolling $moves', ({ times, positions, isFast }) => {
  const element = new ScrollElement();
  const stop = trackFastScroll(element);
  for (const [index, time] of times.entries()) element.move(time, positions[index] ?? 0);
  expect(isFastScrolling()).toBe(isFast);
  stop();
});

test('ends after scrolling stops and notifies listeners once', () => {
  const element = new ScrollElement();
  const stop = trackFastScroll(element);
  const states: boolean[] = [];
  const unsubscribe = onFastScrollChange(() => states.push(isFastScrolling()));
  for (const step of [1, 2, 3]) element.move(1000 + step * 16, step * 120);
  vi.runAllTimers();
  expect(states).toEqual([true, false]);
  unsubscribe();
  stop();
});

test('continues through frames longer than the idle time', () => {
  const element = new ScrollElement();
  const stop = trackFastScroll(element);
  for (const step of [1, 2]) element.move(1000 + step * 16, step * 120);
  // The timer fires before the scroll events of the frame.
  vi.advanceTimersByTime(210);
  element.move(1282, 360);
  vi.advanceTimersByTime(2 * FRAME_MS);
  expect(isFastScrolling()).toBe(true);
  vi.runAllTimers();
  expect(isFastScrolling()).toBe(false);
  stop();
});

test('ends when tracking stops', () => {
  const element = new ScrollElement();
  const stop = trackFastScroll(element);
  for (const step of [1, 2]) element.move(1000 + step * 16, step * 120);
  stop();
  expect(isFastScrolling()).toBe(false);
});
