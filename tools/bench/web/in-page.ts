/*
 * These functions run in the measured page. Playwright sends their source text, so they must not use other functions or
 * variables of this module. `observePage` provides what they share.
 */

declare global {
  interface Window {
    readonly bench: PageLog;
  }
}

/** Times are by `performance.now()`. */
interface PageLog {
  /** Time of the first paint of ten rows or of candles. */
  readonly firstPaint: Promise<number>;
  /** Cumulative layout shift. */
  layoutShift: number;
  /** Durations of the frames since the last read, in milliseconds. */
  readonly frames: number[];
  /** Returns the completed requests whose path matches a pattern. */
  readonly requests: (pattern: string) => PerformanceResourceTiming[];
  /** Resolves with the start of the next frame, when what the current frame's callbacks drew has been painted. */
  readonly painted: () => Promise<number>;
}

/** Runs before the page's scripts. Waits for ten elements that match `names` or, without, for candles. */
export function observePage(names: string | undefined): void {
  const painted = () =>
    new Promise<number>((resolve) => void requestAnimationFrame(() => resolve(performance.now())));
  const { prototype } = CanvasRenderingContext2D;
  const untilRows = async (selector: string) => {
    do await painted();
    while (document.querySelectorAll(selector).length < 10);
    return painted();
  };
  /** Returns a color of the page's style sheet in the notation of canvases. */
  const colorOf = (name: string) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const pixel = new OffscreenCanvas(1, 1).getContext('2d');
    if (!pixel) throw new Error('no canvas');
    pixel.fillStyle = getComputedStyle(probe).color;
    probe.remove();
    pixel.fillRect(0, 0, 1, 1);
    const channels = [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
    return `#${channels.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
  const untilCandles = () =>
    new Promise<number>((resolve) => {
      const fillRect = Reflect.get(prototype, 'fillRect');
      let colors: readonly unknown[] | undefined;
      prototype.fillRect = function (...box) {
        Reflect.apply(fillRect, this, box);
        if (!this.canvas.isConnected) return;
        colors ??= [colorOf('--up'), colorOf('--down')];
        if (!colors.includes(this.fillStyle)) return;
        prototype.fillRect = fillRect;
        resolve(painted());
      };
    });
  const bench: PageLog = {
    firstPaint: names === undefined ? untilCandles() : untilRows(names),
    layoutShift: 0,
    frames: [],
    requests: (pattern) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => new RegExp(pattern).test(new URL(name).pathname)),
    painted,
  };
  Object.assign(window, { bench });
  // The default buffer has room for 250 requests.
  performance.setResourceTimingBufferSize(100_000);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) bench.layoutShift += Reflect.get(entry, 'value');
  }).observe({ type: 'layout-shift', buffered: true });
  let last = performance.now();
  const frame = () => {
    const now = performance.now();
    bench.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Waits until the page sends no more requests. */
export async function waitForNetworkIdle(): Promise<void> {
  let previous = -1;
  for (let idlePolls = 0; idlePolls < 3; idlePolls += 1) {
    const count = window.bench.requests('').length;
    if (previous !== count) idlePolls = 0;
    previous = count;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Selectors of the parts of a grid. */
export interface Grid {
  readonly scroller: string;
  /** Jetton names of all rendered rows. */
  readonly names: string;
  /** Jetton name of the first row of the list. */
  readonly firstName: string;
}

/**
 * Enters the maximum of the filter by holders, after which the list starts with the jetton `first`. Returns the
 * milliseconds until ten rows are painted, without the response time of the service.
 */
export async function changeFilter(change: {
  readonly grid: Grid;
  readonly value: string;
  readonly first: string;
  readonly path: string;
}): Promise<number> {
  const { names, firstName, scroller } = change.grid;
  const { painted, requests } = window.bench;
  const input = document.querySelector('[aria-label="Holders maximum"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('no filter by holders');
  const isUpdated = () => {
    const name = document.querySelector(firstName);
    const view = document.querySelector(scroller)?.getBoundingClientRect();
    if (!name || !view || name.textContent !== change.first) return false;
    const { y } = name.getBoundingClientRect();
    return y >= view.y && y < view.bottom && document.querySelectorAll(names).length >= 10;
  };
  const start = performance.now();
  // Use the prototype's setter: React overrides the setter of the element, and would miss the change.
  Reflect.set(HTMLInputElement.prototype, 'value', change.value, input);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  do await painted();
  while (!isUpdated());
  const paintedAt = await painted();
  const request = requests(`${change.path}$`).find(({ startTime }) => startTime >= start);
  if (!request) throw new Error('no list request');
  return paintedAt - start - (request.responseEnd - request.requestStart);
}

/** Scrolls to the end until this height of rows is loaded, or no rows are added for ten seconds. */
export async function loadRows({ scroller, pixels }: { scroller: string; pixels: number }): Promise<void> {
  const element = document.querySelector(scroller);
  if (!element) throw new Error('nothing to scroll');
  let offset = 0;
  let height = 0;
  let grownAt = 0;
  for (let now = 0; height < pixels && now - grownAt < 10_000; now = await window.bench.painted()) {
    if (element.scrollHeight > height) {
      height = element.scrollHeight;
      grownAt = now || performance.now();
    }
    // Alternate between two positions: images are not loaded during fast scrolling.
    offset = 200 - offset;
    element.scrollTop = element.scrollHeight - element.clientHeight - offset;
  }
  element.scrollTop = 0;
}

/** Scrolls by `step` pixels in every frame. Returns the frame durations in milliseconds. */
export async function scroll(options: {
  scroller: string;
  step: number;
  duration: number;
}): Promise<number[]> {
  const { frames, painted } = window.bench;
  const element = document.querySelector(options.scroller);
  if (!element) throw new Error('nothing to scroll');
  const end = (await painted()) + options.duration;
  frames.splice(0);
  do element.scrollTop += options.step;
  while ((await painted()) < end);
  return frames.splice(0);
}
