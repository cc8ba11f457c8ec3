/*
 * These run in the measured page: each is sent there as its own text, so none may use another or anything around it.
 */

interface Wanted {
  readonly names: string;
  readonly firstName: string;
  readonly scroller: string;
  readonly first?: string;
}

declare global {
  interface Window {
    benchShift: number;
    /** When the rows that are waited for had been painted, by the page's clock. */
    benchRows: Promise<number>;
    benchKey: number;
  }
}

/** Before anything else on the page: watches its layout, its first ten rows and the moment of the last Enter. */
export function watchPage({ names }: Pick<Wanted, 'names'>): void {
  window.benchShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.benchShift += Reflect.get(entry, 'value');
  }).observe({ type: 'layout-shift', buffered: true });
  addEventListener('keydown', ({ timeStamp }) => (window.benchKey = timeStamp), true);
  window.benchRows = new Promise((resolve) => {
    const look = () => {
      if (document.querySelectorAll(names).length < 10) requestAnimationFrame(look);
      // What is there in one frame's callbacks is painted when the next frame's begin.
      else requestAnimationFrame(() => resolve(performance.now()));
    };
    requestAnimationFrame(look);
  });
}

/** Waits for ten rows of which the first is `first`, at the top of what is seen. */
export function watchAnswer({ names, firstName, scroller, first }: Wanted): void {
  // The browser keeps the first 250 requests only.
  performance.clearResourceTimings();
  window.benchRows = new Promise((resolve) => {
    const isThere = () => {
      const name = document.querySelector(firstName);
      const top = document.querySelector(scroller)?.getBoundingClientRect();
      if (!name || !top || name.textContent !== first) return false;
      const { y } = name.getBoundingClientRect();
      return y >= top.y && y < top.bottom && document.querySelectorAll(names).length >= 10;
    };
    const look = () => {
      if (isThere()) requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Milliseconds from the last Enter to its answer on screen, without those that the service had the list's request. */
export async function answerTime(path: string): Promise<number> {
  const shown = await window.benchRows;
  const asked = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .find(({ name, startTime }) => name.endsWith(path) && startTime >= window.benchKey);
  if (!asked) throw new Error('no request of the list');
  return shown - window.benchKey - (asked.responseEnd - asked.requestStart);
}

/** Scrolls to the end of what is loaded until so many pixels of rows are. */
export async function loadRows({ scroller, pixels }: { scroller: string; pixels: number }): Promise<void> {
  const element = document.querySelector(scroller);
  if (!element) throw new Error('nothing to scroll');
  await new Promise<void>((resolve) => {
    const step = () => {
      element.scrollTop = element.scrollHeight;
      if (element.scrollHeight < pixels) requestAnimationFrame(step);
      else resolve();
    };
    step();
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
