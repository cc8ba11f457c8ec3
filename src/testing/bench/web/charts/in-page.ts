/*
 * These run in the measured page: each is sent there as its own text, so none may use another or anything around it.
 */

declare global {
  interface Window {
    /** When the first candles had been painted, by the page's clock. */
    benchCandles: Promise<number>;
    /** When the chart was last drawn; infinite before it was. */
    benchDrawn: number;
    /** How long each frame took that was not asked after yet. */
    benchFrames: number[];
  }
}

/** Before anything else on the page: watches its frames and what is drawn on its canvases. */
export function watchChart(): void {
  // The browser keeps 250 requests unasked.
  performance.setResourceTimingBufferSize(100_000);
  window.benchFrames = [];
  window.benchDrawn = Number.POSITIVE_INFINITY;
  let last = performance.now();
  const frame = () => {
    const now = performance.now();
    window.benchFrames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const drawing = CanvasRenderingContext2D.prototype;
  const stroke = Reflect.get(drawing, 'stroke');
  drawing.stroke = function (this: CanvasRenderingContext2D) {
    Reflect.apply(stroke, this, []);
    if (this.canvas.isConnected) window.benchDrawn = performance.now();
  };
}

/** The same: waits for rectangles in the colours that the page's style names for candles. */
export function watchCandles(): void {
  const colourOf = (name: string) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const pixel = new OffscreenCanvas(1, 1).getContext('2d');
    if (!pixel) throw new Error('no canvas');
    pixel.fillStyle = getComputedStyle(probe).color;
    probe.remove();
    pixel.fillRect(0, 0, 1, 1);
    const shown = [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
    return `#${shown.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
  const drawing = CanvasRenderingContext2D.prototype;
  const fillRect = Reflect.get(drawing, 'fillRect');
  let colours: readonly unknown[] | undefined;
  window.benchCandles = new Promise((resolve) => {
    drawing.fillRect = function (this: CanvasRenderingContext2D, ...box: [number, number, number, number]) {
      Reflect.apply(fillRect, this, box);
      if (!this.canvas.isConnected) return;
      colours ??= [colourOf('--up'), colourOf('--down')];
      if (!colours.includes(this.fillStyle)) return;
      drawing.fillRect = fillRect;
      // What is drawn in one frame's callbacks is painted when the next frame's begin.
      requestAnimationFrame(() => resolve(performance.now()));
    };
  });
}

/** Bytes of JavaScript that came, as they came. */
export function scriptBytes(): number {
  return performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

/**
 * Waits until so many pages of ticks came and nothing was drawn for three seconds. Answers when the last of them came,
 * or when the chart was last drawn where that was later: what is out of sight needs no drawing.
 */
export async function allThere(pages: number): Promise<number> {
  const last = () =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.includes('/price/ticks'))[pages - 1]?.responseEnd ??
    Number.POSITIVE_INFINITY;
  const there = () => Math.max(last(), window.benchDrawn);
  while (performance.now() - there() < 3_000) await new Promise((resolve) => setTimeout(resolve, 250));
  return there();
}
