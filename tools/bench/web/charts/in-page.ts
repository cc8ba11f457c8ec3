/*
 * These functions run in the measured page. Playwright sends their source text, so they must not use other functions or
 * variables of this module.
 */

declare global {
  interface Window {
    /** Time of the first paint of candles, by `performance.now()`. */
    benchFirstCandles: Promise<number>;
    /** Time when the chart was last rendered, by `performance.now()`; infinite before. */
    benchRenderedAt: number;
    /** Durations of the frames since the last read, in milliseconds. */
    benchFrames: number[];
  }
}

/** Runs before the page's scripts: records frame times and when a canvas is drawn to. */
export function observeChart(): void {
  // The default buffer has room for 250 requests.
  performance.setResourceTimingBufferSize(100_000);
  window.benchFrames = [];
  window.benchRenderedAt = Number.POSITIVE_INFINITY;
  let last = performance.now();
  const frame = () => {
    const now = performance.now();
    window.benchFrames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const prototype = CanvasRenderingContext2D.prototype;
  const stroke = Reflect.get(prototype, 'stroke');
  prototype.stroke = function (this: CanvasRenderingContext2D) {
    Reflect.apply(stroke, this, []);
    if (this.canvas.isConnected) window.benchRenderedAt = performance.now();
  };
}

/** Runs before the page's scripts: waits for rectangles in the candle colors of the page's style sheet. */
export function observeFirstCandles(): void {
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
  const prototype = CanvasRenderingContext2D.prototype;
  const fillRect = Reflect.get(prototype, 'fillRect');
  let colors: readonly unknown[] | undefined;
  window.benchFirstCandles = new Promise((resolve) => {
    prototype.fillRect = function (this: CanvasRenderingContext2D, ...box: [number, number, number, number]) {
      Reflect.apply(fillRect, this, box);
      if (!this.canvas.isConnected) return;
      colors ??= [colorOf('--up'), colorOf('--down')];
      if (!colors.includes(this.fillStyle)) return;
      prototype.fillRect = fillRect;
      // What a frame's callbacks draw has been painted when the callbacks of the next frame start.
      requestAnimationFrame(() => resolve(performance.now()));
    };
  });
}

/** Returns the compressed size of all loaded JavaScript, in bytes. */
export function scriptBytes(): number {
  return performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

/**
 * Waits until this many pages of ticks are loaded and nothing was rendered for three seconds. Returns the time when the
 * last page arrived or, if later, the chart was last rendered. Ticks outside the visible range cause no rendering.
 */
export async function waitForAllTicks(pages: number): Promise<number> {
  const last = () =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.includes('/price/ticks'))[pages - 1]?.responseEnd ??
    Number.POSITIVE_INFINITY;
  const completedAt = () => Math.max(last(), window.benchRenderedAt);
  while (performance.now() - completedAt() < 3_000) await new Promise((resolve) => setTimeout(resolve, 250));
  return completedAt();
}
