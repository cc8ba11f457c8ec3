import {
  AreaSeries,
  createTextWatermark,
  type IChartApiBase,
  type IPaneApi,
  type ISeriesApi,
  type ITextWatermarkPluginApi,
  LineSeries,
  LineStyle,
  PriceScaleMode,
} from 'lightweight-charts';
import { type AddOverlays, type ChartColors, paneOptions, withAlpha } from './chart-appearance.ts';
import { PLAIN_LINE } from './line-on-prices.ts';
import { linePoints } from './series-data.ts';

/** Line styles of the overlays, which keep them distinguishable without colors. */
const STYLES = [LineStyle.Solid, LineStyle.Dashed, LineStyle.Dotted] as const;

/**
 * Adds the lines of overlaid markets and the pane of their spread to a chart. Not in embeds, which have no overlays and little
 * space for code.
 */
export const addOverlays: AddOverlays = (chart, count, colors, priceFormat) => {
  const lines = Array.from({ length: count }, (_, index) =>
    chart.addSeries(LineSeries, {
      ...PLAIN_LINE,
      color: colors.overlays[index] ?? colors.accent,
      lineWidth: 2,
      lineStyle: STYLES[index] ?? LineStyle.Solid,
      priceFormat,
    }),
  );
  chart.applyOptions(paneOptions(colors));
  const spread = addSpread(chart, colors);
  const title = addPaneTitle(chart, spread.getPane(), 'Spread between highest and lowest', colors);
  // The last added first.
  const all = [spread, ...lines.toReversed()];
  return {
    setData: (columns, bars, window, factor) => {
      for (const [index, series] of lines.entries()) {
        const column = columns.lines[index];
        series.setData(column ? linePoints(bars, window, column, factor) : []);
      }
      spread.setData(columns.spread ? linePoints(bars, window, columns.spread) : []);
    },
    clear: () => {
      for (const series of all) series.setData([]);
    },
    remove: () => {
      title.detach();
      for (const series of all) chart.removeSeries(series);
    },
  };
};

/** Writes a title into the corner of a pane, below the line that separates it from the pane above, as large as labels. */
export function addPaneTitle(
  chart: IChartApiBase<number>,
  pane: IPaneApi<number>,
  text: string,
  { muted: color }: ChartColors,
): ITextWatermarkPluginApi<number> {
  const { fontSize } = chart.options().layout;
  const space = { text: ' ', fontSize: 1, lineHeight: 5 };
  const title = { text, color, fontSize, lineHeight: fontSize + 10 };
  return createTextWatermark(pane, { horzAlign: 'left', vertAlign: 'top', lines: [space, title] });
}

const SPREAD_PANE = 1;

function addSpread(chart: IChartApiBase<number>, { muted }: ChartColors): ISeriesApi<'Area', number> {
  const series = chart.addSeries(
    AreaSeries,
    {
      lineColor: muted,
      topColor: withAlpha(muted, 0.25),
      bottomColor: withAlpha(muted, 0),
      lineWidth: 1,
      priceLineVisible: false,
      priceFormat: {
        type: 'custom',
        formatter: (percent: number) => `${percent.toFixed(2)}%`,
        minMove: 0.01,
      },
    },
    SPREAD_PANE,
  );
  // Only prices are on the scale of the chart.
  series.priceScale().applyOptions({ mode: PriceScaleMode.Normal });
  chart.panes()[SPREAD_PANE]?.setStretchFactor(0.25);
  return series;
}
