import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Candle, Size } from './candles.ts';

/** Share of the distance between two candles that a body takes. */
const BODY = 0.6;

/** Renders candles, as uPlot's demo of them does, in a chart that is panned with the mouse. */
export function renderCandles(element: HTMLElement, candles: readonly Candle[], size: Size): void {
  const column = (name: keyof Candle) => candles.map((candle) => candle[name]);
  const [up, down] = ['--up', '--down'].map((name) =>
    getComputedStyle(element).getPropertyValue(name).trim(),
  );
  const draw = (plot: uPlot) => {
    const { ctx, bbox } = plot;
    const [first = 0, last = 0] = plot.series[0]?.idxs ?? [];
    const width = Math.max((bbox.width / (last - first + 1)) * BODY, 1);
    for (const { time, open, high, low, close } of candles.slice(first, last + 1)) {
      const x = plot.valToPos(time, 'x', true);
      const y = (price: number) => plot.valToPos(price, 'y', true);
      const top = y(Math.max(open, close));
      ctx.fillStyle = (close < open ? down : up) ?? '';
      ctx.fillRect(x - 0.5, y(high), 1, y(low) - y(high));
      ctx.fillRect(x - width / 2, top, width, Math.max(y(Math.min(open, close)) - top, 1));
    }
  };
  const noLine = { show: true, paths: () => null, points: { show: false } };
  const plot = new uPlot(
    {
      ...size,
      series: [{}, noLine, noLine, noLine, noLine],
      cursor: { drag: { setScale: false } },
      hooks: { draw: [draw] },
    },
    [column('time'), column('open'), column('high'), column('low'), column('close')],
    element,
  );
  plot.over.addEventListener('mousedown', (start) => {
    const { min = 0, max = 0 } = plot.scales.x ?? {};
    const perPixel = (max - min) / plot.over.clientWidth;
    const move = ({ clientX }: MouseEvent) => {
      const seconds = (start.clientX - clientX) * perPixel;
      plot.setScale('x', { min: min + seconds, max: max + seconds });
    };
    document.addEventListener('mousemove', move);
    document.addEventListener('mouseup', () => document.removeEventListener('mousemove', move), {
      once: true,
    });
  });
}
