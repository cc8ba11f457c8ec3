import type { IChartApiBase, ISeriesApi, PriceFormat, SeriesType } from 'lightweight-charts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { BarWindow } from '#web/chart/bars/bar-window.ts';
import type { Bars } from '#web/chart/bars/bars.ts';
import type { Indicator } from '#web/chart/bars/indicators.ts';
import type { TimeZone } from '#web/chart/bars/intervals.ts';
import type { MovingAverage } from '#web/chart/bars/moving-averages.ts';
import type { OverlayColumns } from '#web/chart/bars/overlay-lines.ts';

export const chartTypes = ['candles', 'bars', 'line', 'area', 'dots'] as const;
export type ChartType = (typeof chartTypes)[number];

export const chartTypeNames: Readonly<Record<ChartType, string>> = {
  candles: 'Candles',
  bars: 'Bars',
  line: 'Line',
  area: 'Area',
  dots: 'Every swap',
};

export const chartScales = ['linear', 'log', 'percent'] as const;
export type ChartScale = (typeof chartScales)[number];

/** What the bars below the prices show. */
export const chartActivities = ['volume', 'swaps'] as const;
export type ChartActivity = (typeof chartActivities)[number];

/** How a chart renders its bars. */
export interface ChartAppearance {
  readonly type: ChartType;
  readonly scale: ChartScale;
  readonly zone: TimeZone;
  readonly averages: readonly MovingAverage[];
  readonly colors: ChartColors;
  /** Number of overlaid markets. */
  readonly overlayCount: number;
  readonly addOverlays: AddOverlays | undefined;
  readonly indicators: ShownIndicators | undefined;
  /** Bars of unknown volume show the number of swaps. Undefined: nothing is shown below the prices. */
  readonly activity: ChartActivity | undefined;
  /** Language of dates. Default: British English. */
  readonly locale: string | undefined;
}

/** Indicators with their code, which charts without them do not load. */
export interface ShownIndicators {
  readonly list: readonly Indicator[];
  /** Returns the number of bars before the visible ones that their values depend on. */
  readonly warmUp: (barSeconds: number) => number;
  /** `prices` is the series of prices, whose scale some of them share. */
  readonly addSeries: (
    chart: IChartApiBase<number>,
    prices: ISeriesApi<SeriesType, number>,
    scale: ChartScale,
    colors: ChartColors,
  ) => IndicatorSeries;
}

/** The lines of the indicators. */
export interface IndicatorSeries {
  /** `factor`: rendered prices are this many times the real ones. */
  setData(result: BarResult, window: BarWindow, factor: number): void;
  clear(): void;
  remove(): void;
}

/** The lines of overlaid markets, and the spread between them in another pane. */
export interface OverlaySeries {
  /** `factor`: rendered prices are this many times the real ones. */
  setData(columns: OverlayColumns, bars: Bars, window: BarWindow, factor: number): void;
  clear(): void;
  remove(): void;
}

export type AddOverlays = (
  chart: IChartApiBase<number>,
  count: number,
  colors: ChartColors,
  priceFormat: PriceFormat,
) => OverlaySeries;

export interface ChartColors {
  readonly background: string;
  readonly line: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly up: string;
  readonly down: string;
  /** Colors of the overlaid markets, by position. */
  readonly overlays: readonly string[];
  /** Colors of the moving averages, by position. */
  readonly averages: readonly string[];
}

// Distinct from the colors for rising and falling prices, and from that of lines.
export const OVERLAY_COLORS = ['--overlay-1', '--overlay-2', '--overlay-3'] as const;
export const AVERAGE_COLORS = ['--average-1', '--average-2', '--average-3'] as const;

/** Dashes of the overlaid markets in pixels, by position, as the chart renders them. */
export const OVERLAY_DASHES = [[], [6, 6], [2, 2]] as const;

/** Returns an element's theme colors as `rgb()`: the charting library does not parse `oklch()`. */
export function readColors(element: Element): ChartColors {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  // One for all colors: each element that is added takes longer than a change of its color.
  const probe = document.createElement('span');
  // Otherwise, forced colors replace all of them by that of text, and the canvas becomes a rectangle of one color.
  probe.style.forcedColorAdjust = 'none';
  element.append(probe);
  const computed = getComputedStyle(probe);
  const read = (name: string) => {
    probe.style.color = `var(${name})`;
    return context ? toRgb(context, computed.color) : computed.color;
  };
  const colors = {
    background: read('--bg'),
    line: read('--line'),
    text: read('--text'),
    muted: read('--muted'),
    accent: read('--accent'),
    up: read('--up'),
    down: read('--down'),
    overlays: OVERLAY_COLORS.map(read),
    averages: AVERAGE_COLORS.map(read),
  };
  probe.remove();
  return colors;
}

function toRgb(context: CanvasRenderingContext2D, color: string): string {
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Returns options for the lines between panes. */
export function paneOptions({ line, accent }: ChartColors) {
  return { layout: { panes: { separatorColor: line, separatorHoverColor: accent } } };
}

/** Returns an `rgb()` color with an opacity. */
export function withAlpha(rgb: string, alpha: number): string {
  return rgb.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`);
}
