/*
 * These run in the measured page: each is sent there as its own text, so none may use another or anything around it.
 */

declare global {
  interface Window {
    benchShift: number;
    /** When the rows that are waited for had been painted, by the page's clock. */
    benchRows: Promise<number>;
  }
}

/** Before anything else on the page: watches its layout and its first ten rows. */
export function watchPage({ names }: { names: string }): void {
  window.benchShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.benchShift += Reflect.get(entry, 'value');
  }).observe({ type: 'layout-shift', buffered: true });
  // The browser keeps 250 requests unasked.
  performance.setResourceTimingBufferSize(100_000);
  window.benchRows = new Promise((resolve) => {
    const look = () => {
      if (document.querySelectorAll(names).length < 10) requestAnimationFrame(look);
      // What is there in one frame's callbacks is painted when the next frame's begin.
      else requestAnimationFrame(() => resolve(performance.now()));
    };
    requestAnimationFrame(look);
  });
}

export interface Change {
  readonly names: string;
  readonly firstName: string;
  readonly scroller: string;
  /** The field's label, what is written into it, and the name of the first row then. */
  readonly field: string;
  readonly value: string;
  readonly first: string;
  /** Where the list is asked for. */
  readonly path: string;
}

/**
 * Milliseconds from Enter in a field to ten rows on screen of which the first is the new one, without those that the
 * service had the list's request.
 */
export async function answerTime(change: Change): Promise<number> {
  const { names, firstName, scroller, field, value, first, path } = change;
  const input = document.querySelector(`[aria-label="${field}"]`);
  if (!(input instanceof HTMLInputElement)) throw new Error('no field to write into');
  const isThere = () => {
    const name = document.querySelector(firstName);
    const view = document.querySelector(scroller)?.getBoundingClientRect();
    if (!name || !view || name.textContent !== first) return false;
    const { y } = name.getBoundingClientRect();
    return y >= view.y && y < view.bottom && document.querySelectorAll(names).length >= 10;
  };
  const start = performance.now();
  // As React hears of it: not by the setter that it has put before the element's own.
  Reflect.set(HTMLInputElement.prototype, 'value', value, input);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  const shown = await new Promise<number>((resolve) => {
    const look = () => {
      if (isThere()) requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const asked = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .find(({ name, startTime }) => name.endsWith(path) && startTime >= start);
  if (!asked) throw new Error('no request of the list');
  return shown - start - (asked.responseEnd - asked.requestStart);
}

/** Scrolls to the end of what is loaded until so many pixels of rows are, or nothing comes for ten seconds. */
export async function loadRows({ scroller, pixels }: { scroller: string; pixels: number }): Promise<void> {
  const element = document.querySelector(scroller);
  if (!element) throw new Error('nothing to scroll');
  await new Promise<void>((resolve) => {
    let back = 0;
    let height = 0;
    let grownAt = 0;
    const step = (now: number) => {
      if (element.scrollHeight > height) {
        height = element.scrollHeight;
        grownAt = now;
      }
      // To and fro: what does not stand still has its pictures left out.
      back = 200 - back;
      element.scrollTop = element.scrollHeight - element.clientHeight - back;
      if (height < pixels && now - grownAt < 10_000) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  });
  element.scrollTop = 0;
}

interface Scroll {
  readonly scroller: string;
  readonly step: number;
  readonly milliseconds: number;
}

/** Scrolls by `step` pixels in every frame; answers how long each took. */
export async function scrollFrames({ scroller, step, milliseconds }: Scroll): Promise<number[]> {
  const element = document.querySelector(scroller);
  if (!element) throw new Error('nothing to scroll');
  const times: number[] = [];
  const start = performance.now();
  let last = start;
  await new Promise<void>((resolve) => {
    const frame = () => {
      const now = performance.now();
      times.push(now - last);
      last = now;
      element.scrollTop += step;
      if (now - start < milliseconds) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
  // The first only tells when the measuring began.
  return times.slice(1);
}
