import type { IPrimitivePaneView } from 'lightweight-charts';
import type { PriceSeries } from './chart-series.ts';
import { plotOf, type RenderedChart } from './plot.ts';

/** In pixels. */
const STRIPE_DISTANCE = 5;
const MIN_BAR_WIDTH = 4;
const MIN_HEIGHT = 8;
/** Of the distance between two bars. */
const WIDTH_SHARE = 0.8;

const hatched = new WeakSet<PriceSeries>();

/** Hatches the incomplete bars of a chart from their lowest to their highest price, until its series are replaced. */
export function hatch(chart: RenderedChart): void {
  const prices = chart.rendering?.series.prices;
  if (!prices || hatched.has(prices)) return;
  hatched.add(prices);
  const view: IPrimitivePaneView = {
    renderer: () => ({
      draw: (target) => target.useMediaCoordinateSpace(({ context }) => renderStripes(context, chart)),
    }),
  };
  const views = [view];
  prices.attachPrimitive({ paneViews: () => views, attached: ({ requestUpdate }) => requestUpdate() });
}

function renderStripes(context: CanvasRenderingContext2D, chart: RenderedChart): void {
  const areas = incompleteAreas(chart);
  const { textColor } = chart.rendering?.chart.options().layout ?? {};
  if (textColor === undefined || areas.length === 0) return;
  const clip = new Path2D();
  context.save();
  context.beginPath();
  for (const { x, y, width, height } of areas) {
    clip.rect(x, y, width, height);
    const end = x + y + width + height;
    for (
      let sum = Math.ceil((x + y) / STRIPE_DISTANCE) * STRIPE_DISTANCE;
      sum < end;
      sum += STRIPE_DISTANCE
    ) {
      context.moveTo(sum - y - height, y + height);
      context.lineTo(sum - y, y);
    }
  }
  context.clip(clip);
  context.strokeStyle = textColor;
  context.lineWidth = 1;
  context.stroke();
  context.restore();
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the areas of the visible incomplete bars in pixels. None if they are too narrow for stripes. */
function incompleteAreas(chart: RenderedChart): readonly Area[] {
  const plot = plotOf(chart);
  const { rendering } = chart;
  const visible = rendering?.chart.timeScale().getVisibleLogicalRange();
  if (!plot || !rendering || !visible || plot.barWidth < MIN_BAR_WIDTH) return [];
  const { bars, offset } = rendering;
  const width = plot.barWidth * WIDTH_SHARE;
  const areas: Area[] = [];
  const first = Math.max(offset + Math.floor(visible.from), 0);
  const last = Math.min(offset + Math.ceil(visible.to), bars.length - 1);
  for (let index = first; index <= last; index += 1) {
    const [time, high, low] = [bars.time[index], bars.high[index], bars.low[index]];
    // Bars without swaps have no price.
    if (!bars.incomplete[index] || time === undefined || !high || !low) continue;
    const [top, bottom] = [plot.y(high), plot.y(low)];
    const height = Math.max(bottom - top, MIN_HEIGHT);
    areas.push({ x: plot.x(time) - width / 2, y: (top + bottom - height) / 2, width, height });
  }
  return areas;
}
