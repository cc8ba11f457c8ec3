import { csvRow } from '#contract/format/csv.ts';
import { priceLabel } from '#contract/format/format-numbers.ts';
import type { Indicator } from '#web/chart/bars/indicators.ts';
import { intervalText } from '#web/chart/bars/intervals.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import type { Tick } from '#web/chart/history/market-history.ts';
import { type ChartColors, OVERLAY_DASHES } from '#web/chart/rendering/chart-appearance.ts';
import { indicatorColor, indicatorName, indicatorValues } from '#web/chart/rendering/indicator-labels.ts';
import { type TimeLabels, timeLabels } from '#web/chart/rendering/time-labels.ts';
import { type VisibleRow, visibleIndices } from '#web/chart/rendering/visible-rows.ts';
import { requestedBars, type SessionState } from '#web/chart/requested-range.ts';
import { decimalOfNumber } from '#web/money/decimals.ts';
import { unitKey } from '#web/money/native-coin.ts';

/** Returns the start of the name of exported files: the pair, which contains the counterpart, or the pair and the unit. */
export function exportName(title: string, { quote }: Pick<ChartView, 'quote'>): string {
  const pair = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'chart';
  return quote === 'counterpart' ? pair : `${pair}-${unitKey(quote)}`;
}

/** Returns bars as CSV. Unknown volumes are empty. */
export function barsCsv(rows: readonly VisibleRow[]): string {
  const lines = rows.map(({ time, open, high, low, close, volume, count, isIncomplete }) =>
    csvRow([
      new Date(time * 1000).toISOString(),
      ...[open, high, low, close, volume, count].map(numberCell),
      isIncomplete ? 'true' : '',
    ]),
  );
  return [csvRow(['time', 'open', 'high', 'low', 'close', 'volume', 'swaps', 'incomplete']), ...lines].join(
    '',
  );
}

/** Returns ticks as CSV. Unknown prices are empty. */
export function ticksCsv(ticks: readonly Tick[]): string {
  const lines = ticks.map(({ time, lt, prices: { counterpart, ton, usd } }) =>
    csvRow([new Date(time).toISOString(), String(lt), ...[counterpart, ton, usd].map(numberCell)]),
  );
  return [csvRow(['time', 'lt', 'counterpart', unitKey('ton'), 'usd']), ...lines].join('');
}

/** Returns ticks as JSON. Unknown prices are null; logical times are strings, because they have 64 bits. */
export function ticksJson(pair: string, ticks: readonly Tick[]): string {
  const list = ticks.map(({ time, lt, prices: { counterpart, ton, usd } }) => ({
    time: new Date(time).toISOString(),
    lt: String(lt),
    counterpart,
    [unitKey('ton')]: ton,
    usd,
  }));
  return JSON.stringify({ pair, swaps: list }, undefined, 1);
}

function numberCell(number: number): string {
  return Number.isNaN(number) ? '' : decimalOfNumber(number);
}

/** A line on the chart: its color, dashes in CSS pixels, and meaning. */
export interface LineDescription {
  readonly color: string;
  readonly dashes: readonly number[];
  readonly text: string;
}

/** The texts of a chart's image. */
export interface ChartDescription {
  readonly title: string;
  /** Price, interval and kind of the bars. */
  readonly details: string;
  readonly lines: readonly LineDescription[];
  /** The visible time range. */
  readonly period: string;
}

interface Options {
  readonly view: ChartView;
  /** The pair. */
  readonly title: string;
  readonly unit: string;
  readonly indicators: readonly Indicator[];
  readonly overlayNames: readonly string[];
  readonly colors: ChartColors;
}

type ShownState = Pick<SessionState, 'result' | 'requestedRange' | 'feed' | 'visible' | 'overlays'>;

/** Describes what a chart shows. Prices are those of the last visible bar. */
export function describeChart(
  state: ShownState,
  { view, title, unit, indicators, overlayNames, colors }: Options,
): ChartDescription {
  const { result, overlays } = state;
  const visible = requestedBars(state);
  const indices = result && visible ? visibleIndices(result.bars, visible) : [];
  const [first, last] = [indices[0], indices.at(-1)];
  if (!result || first === undefined || last === undefined)
    return { title, details: unit, lines: [], period: '' };
  const { bars } = result;
  const valueAt = (column: Float64Array | undefined) => priceLabel(column?.[last] ?? Number.NaN);
  return {
    title,
    details: `${valueAt(bars.close)} ${unit} · ${intervalText(result.interval, view.zone)} · ${view.type}`,
    lines: [
      ...view.averages.map(({ kind, length }, index) => ({
        color: colors.averages[index] ?? colors.text,
        dashes: [],
        text: `${kind.toUpperCase()} ${length} ${valueAt(result.averages[index])}`,
      })),
      ...indicators.map((indicator, index) => ({
        color: colors.overlays[indicatorColor(indicators, index) ?? -1] ?? colors.accent,
        dashes: [],
        text: [
          indicatorName(indicator),
          ...indicatorValues(indicator, result.indicators[index], last).flatMap(Object.values),
        ]
          .filter(Boolean)
          .join(' '),
      })),
      ...overlayNames.map((name, index) => ({
        color: colors.overlays[index] ?? colors.text,
        dashes: OVERLAY_DASHES[index] ?? [],
        text: `${name} ${valueAt(overlays?.lines[index])}`,
      })),
      ...view.priceLevels.map((price) => ({
        color: colors.accent,
        dashes: [6, 4],
        text: `Line at ${priceLabel(price)}`,
      })),
    ],
    period: periodText(bars.time[first] ?? 0, bars.time[last] ?? 0, timeLabels(view.zone, result.interval)),
  };
}

function periodText(from: number, to: number, { dateTime, zoned, offset }: TimeLabels): string {
  const start = offset(from) === offset(to) ? dateTime(from) : zoned(from);
  return `${start} to ${zoned(to)}`;
}
