import {
  AreaSeries,
  createTextWatermark,
  type IChartApiBase,
  type IPaneApi,
  type ISeriesApi,
  type ITextWatermarkPluginApi,
  PriceScaleMode,
} from 'lightweight-charts';
import { type ChartColors, paneOptions, type SpreadPane, withAlpha } from './chart-appearance.ts';

/** Adds the pane of the spread to a chart. Not in embeds, which have no overlays and little space for code. */
export function addSpreadPane(chart: IChartApiBase<number>, colors: ChartColors): SpreadPane {
  chart.applyOptions(paneOptions(colors));
  const series = addSpread(chart, colors);
  return {
    series,
    title: addPaneTitle(chart, series.getPane(), 'Spread between highest and lowest', colors),
  };
}

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
