import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isFastScrolling, onFastScrollChange, trackFastScroll } from './fast-scroll.ts';

class Scrolled extends EventTarget {
  scrollTop = 0;

  /** At a moment, to a place. */
  move(timeStamp: number, scrollTop: number): void {
    this.scrollTop = scrollTop;
    this.dispatchEvent(Object.defineProperty(new Event('scroll'), 'timeStamp', { value: timeStamp }));
  }
}

const FRAME = 16;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (step: () => void) => setTimeout(step, FRAME));
  vi.stubGlobal('cancelAnimationFrame', (frame: NodeJS.Timeout) => clearTimeout(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  { moves: 'frame after frame by many rows', times: [1000, 1016], places: [120, 240], rushes: true },
  { moves: 'upwards as fast', times: [1000, 1016], places: [2000, 1880], rushes: true },
  { moves: 'by little in every frame', times: [1000, 1016], places: [10, 20], rushes: false },
  { moves: 'by little in almost no time', times: [1000, 1016], places: [10, 40], rushes: true },
  { moves: 'far at once, after a rest', times: [1000, 1300], places: [120, 9000], rushes: false },
])('rows that move $moves', ({ times, places, rushes }) => {
  const element = new Scrolled();
  const stop = trackFastScroll(element);
  for (const [index, time] of times.entries()) element.move(time, places[index] ?? 0);
  expect(isFastScrolling()).toBe(rushes);
  stop();
});

test('a rush ends when nothing moves any more, and says so once', () => {
  const element = new Scrolled();
  const stop = trackFastScroll(element);
  const said: boolean[] = [];
  const forget = onFastScrollChange(() => said.push(isFastScrolling()));
  for (const step of [1, 2, 3]) element.move(1000 + step * 16, step * 120);
  vi.runAllTimers();
  expect(said).toEqual([true, false]);
  forget();
  stop();
});

test('a rush goes on through frames that take longer than its pause', () => {
  const element = new Scrolled();
  const stop = trackFastScroll(element);
  for (const step of [1, 2]) element.move(1000 + step * 16, step * 120);
  // The clock fires before the frame's own moves are told.
  vi.advanceTimersByTime(210);
  element.move(1282, 360);
  vi.advanceTimersByTime(2 * FRAME);
  expect(isFastScrolling()).toBe(true);
  vi.runAllTimers();
  expect(isFastScrolling()).toBe(false);
  stop();
});

test('a rush ends with its table', () => {
  const element = new Scrolled();
  const stop = trackFastScroll(element);
  for (const step of [1, 2]) element.move(1000 + step * 16, step * 120);
  stop();
  expect(isFastScrolling()).toBe(false);
});
