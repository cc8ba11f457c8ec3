/*
 * These functions run in the measured page. Playwright sends their source text, so they must not use other functions or
 * variables of this module.
 */

declare global {
  interface Window {
    /** Cumulative layout shift. */
    benchLayoutShift: number;
    /** Time of the first paint of ten rows, by `performance.now()`. */
    benchFirstRows: Promise<number>;
  }
}

/** Runs before the page's scripts: records layout shifts and the first paint of ten rows. */
export function observePage({ names }: { names: string }): void {
  window.benchLayoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.benchLayoutShift += Reflect.get(entry, 'value');
  }).observe({ type: 'layout-shift', buffered: true });
  // The default buffer has room for 250 requests.
  performance.setResourceTimingBufferSize(100_000);
  window.benchFirstRows = new Promise((resolve) => {
    const check = () => {
      if (document.querySelectorAll(names).length < 10) requestAnimationFrame(check);
      // Elements that exist in a frame's callbacks have been painted when the callbacks of the next frame start.
      else requestAnimationFrame(() => resolve(performance.now()));
    };
    requestAnimationFrame(check);
  });
}

export interface FilterChange {
  readonly names: string;
  readonly firstName: string;
  readonly scroller: string;
  /** Label of the filter field. */
  readonly field: string;
  /** Value to enter. */
  readonly value: string;
  /** Name of the first row after the change. */
  readonly first: string;
  /** Path of the list request. */
  readonly path: string;
}

/**
 * Changes a filter. Returns the milliseconds from Enter until ten rows, starting with the new first row, are painted,
 * without the response time of the service.
 */
export async function measureFilterChange(change: FilterChange): Promise<number> {
  const { names, firstName, scroller, field, value, first, path } = change;
  const input = document.querySelector(`[aria-label="${field}"]`);
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field "${field}"`);
  const isUpdated = () => {
    const name = document.querySelector(firstName);
    const view = document.querySelector(scroller)?.getBoundingClientRect();
    if (!name || !view || name.textContent !== first) return false;
    const { y } = name.getBoundingClientRect();
    return y >= view.y && y < view.bottom && document.querySelectorAll(names).length >= 10;
  };
  const start = performance.now();
  // Use the prototype's setter: React overrides the setter of the element, and would miss the change.
  Reflect.set(HTMLInputElement.prototype, 'value', value, input);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  const paintedAt = await new Promise<number>((resolve) => {
    const check = () => {
      if (isUpdated()) requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });
  const request = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .find(({ name, startTime }) => name.endsWith(path) && startTime >= start);
  if (!request) throw new Error('no list request');
  return paintedAt - start - (request.responseEnd - request.requestStart);
}

/** Scrolls to the end until this height of rows is loaded, or no rows are added for ten seconds. */
export async function loadRows({ scroller, pixels }: { scroller: string; pixels: number }): Promise<void> {
  const element = document.querySelector(scroller);
  if (!element) throw new Error('nothing to scroll');
  await new Promise<void>((resolve) => {
    let offset = 0;
    let height = 0;
    let grownAt = 0;
    const step = (now: number) => {
      if (element.scrollHeight > height) {
        height = element.scrollHeight;
        grownAt = now;
      }
      // Alternate between two positions: images are not loaded during fast scrolling.
      offset = 200 - offset;
      element.scrollTop = element.scrollHeight - element.clientHeight - offset;
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

/** Scrolls by `step` pixels in every frame. Returns the frame durations in milliseconds. */
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
  // The first duration is the time from the start to the first frame.
  return times.slice(1);
}
