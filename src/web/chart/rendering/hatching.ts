import type {
  IPrimitivePaneView,
  ISeriesPrimitiveBase,
  Logical,
  SeriesAttachedParameter,
} from 'lightweight-charts';
import type { PriceSeries, Rendering } from './chart-series.ts';

/** A chart that renders other bars, or by other series, over time. */
interface HatchedChart {
  readonly rendering: Rendering | undefined;
}

/** In pixels. */
const STRIPE_DISTANCE = 5;
const MIN_BAR_SPACING = 4;
const MIN_HEIGHT = 8;
/** Of the distance between two bars. */
const WIDTH_SHARE = 0.8;

const hatched = new WeakSet<PriceSeries>();

/** Hatches the incomplete bars of a chart from their lowest to their highest price, until its series are replaced. */
export function hatch(chart: HatchedChart): void {
  const prices = chart.rendering?.series.prices;
  if (!prices || hatched.has(prices)) return;
  hatched.add(prices);
  prices.attachPrimitive(new Hatching(chart));
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

class Hatching implements ISeriesPrimitiveBase<SeriesAttachedParameter<number>> {
  readonly #chart: HatchedChart;
  readonly #views: readonly IPrimitivePaneView[];

  constructor(chart: HatchedChart) {
    this.#chart = chart;
    this.#views = [
      {
        renderer: () => ({
          draw: (target) => target.useMediaCoordinateSpace(({ context }) => this.#render(context)),
        }),
      },
    ];
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  #render(context: CanvasRenderingContext2D): void {
    const { rendering } = this.#chart;
    const areas = this.#areas();
    if (!rendering || areas.length === 0) return;
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
    context.strokeStyle = rendering.chart.options().layout.textColor;
    context.lineWidth = 1;
    context.stroke();
    context.restore();
  }

  /** Returns the areas of the visible incomplete bars in pixels. None if they are too narrow for stripes. */
  #areas(): readonly Area[] {
    const { rendering } = this.#chart;
    const timeScale = rendering?.chart.timeScale();
    const visible = timeScale?.getVisibleLogicalRange();
    if (!rendering || !timeScale || !visible) return [];
    const { bars, offset, series } = rendering;
    const { barSpacing } = timeScale.options();
    if (barSpacing < MIN_BAR_SPACING) return [];
    const width = barSpacing * WIDTH_SHARE;
    const yOf = (price = Number.NaN) => series.prices.priceToCoordinate(price * series.factor) ?? Number.NaN;
    const areas: Area[] = [];
    const first = Math.max(offset + Math.floor(visible.from), 0);
    const last = Math.min(offset + Math.ceil(visible.to), bars.length - 1);
    for (let index = first; index <= last; index += 1) {
      if (!bars.incomplete[index]) continue;
      const center = timeScale.logicalToCoordinate((index - offset) as Logical) ?? Number.NaN;
      const [top, bottom] = [yOf(bars.high[index]), yOf(bars.low[index])];
      const height = Math.max(bottom - top, MIN_HEIGHT);
      // Bars without swaps have no price.
      if (height > 0) areas.push({ x: center - width / 2, y: (top + bottom - height) / 2, width, height });
    }
    return areas;
  }
}
