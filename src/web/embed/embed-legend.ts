import { formatChange } from '#contract/format/format-change.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { priceLabel, swapsText } from '#web/chart/rendering/price-labels.ts';
import { timeLabels } from '#web/chart/rendering/time-labels.ts';
import { currencyUnit } from '#web/lib/native-coin.ts';

/** A text with an optional CSS class. */
export type LegendItem = readonly [text: string, className?: string];

/** Returns the time, prices, change, number of swaps and moving averages of a bar. */
export function legendItems(result: BarResult, index: number, view: ChartView): LegendItem[] {
  const { bars } = result;
  const isTick = result.interval === 'tick';
  // A single swap is compared with the previous one.
  const open = isTick ? bars.close[index - 1] : bars.open[index];
  const price = (column: Float64Array | undefined) => priceLabel(column?.[index] ?? Number.NaN);
  return [
    [timeLabels(view.zone).dateTime(bars.time[index] ?? 0)],
    ...(isTick
      ? []
      : [detail(`O ${price(bars.open)}`), detail(`H ${price(bars.high)}`), detail(`L ${price(bars.low)}`)]),
    [`${isTick ? '' : 'C '}${price(bars.close)}`],
    ...changeItem((bars.close[index] ?? Number.NaN) / (open ?? Number.NaN)),
    detail(swapsText(bars.count[index] ?? 0)),
    ...view.averages.map(
      ({ kind, length }, position): LegendItem => [
        `${kind.toUpperCase()} ${length} ${price(result.averages[position])}`,
        `average-${position + 1}`,
      ],
    ),
  ];
}

/** An item that is left out where there is little space. */
function detail(text: string): LegendItem {
  return [text, 'detail'];
}

function changeItem(factor: number): LegendItem[] {
  if (!Number.isFinite(factor)) return [];
  const change = formatChange((factor - 1) * 100);
  return [[`${change.text}%`, change.direction]];
}

/** Returns the newest price with its unit. Empty for a fixed time span, which may have ended long ago. */
export function newestPrice(result: BarResult, view: ChartView, unit: string): string {
  const newest = result.bars.close.findLast((close) => !Number.isNaN(close));
  if (newest === undefined || typeof view.range === 'object') return '';
  return `${priceLabel(newest)} ${unit}`;
}

/** Returns the unit of prices. */
export function unitOf({ quote }: ChartView, counterpart: string): string {
  return quote === 'counterpart' ? counterpart : currencyUnit(quote);
}
