import { changeArrow, formatChange } from '#contract/format/format-change.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { priceLabel, swapsText } from '#web/chart/rendering/price-labels.ts';
import { timeLabels } from '#web/chart/rendering/time-labels.ts';

/** A text, and the class that colours it. */
export type Mark = readonly [text: string, className?: string];

/** One bar in words: when, its prices, its change, its ticks, the averages there. */
export function legendOf(answer: BarResult, place: number, view: ChartView, hasCounts: boolean): Mark[] {
  const { bars } = answer;
  const price = (column: Float64Array | undefined) => priceLabel(column?.[place] ?? Number.NaN);
  const ticks = swapsText(bars.count[place] ?? 0);
  return [
    [timeLabels(view.zone).point(bars.time[place] ?? 0)],
    [`O ${price(bars.open)}`],
    [`H ${price(bars.high)}`],
    [`L ${price(bars.low)}`],
    [`C ${price(bars.close)}`],
    ...changeOf((bars.close[place] ?? Number.NaN) / (bars.open[place] ?? Number.NaN)),
    // What the columns at the chart's foot stand for.
    [hasCounts ? `Columns: ${ticks}` : ticks],
    ...view.averages.map(
      ({ kind, length }, index): Mark => [`${kind.toUpperCase()} ${length} ${price(answer.averages[index])}`],
    ),
  ];
}

function changeOf(factor: number): Mark[] {
  if (!Number.isFinite(factor)) return [];
  const change = formatChange((factor - 1) * 100);
  return [[`${change.text}% ${changeArrow(change)}`.trimEnd(), change.direction]];
}

/** The newest price in its unit; nothing for a stretch, which may have ended long ago. */
export function newestPrice(answer: BarResult, view: ChartView, unit: string): string {
  const newest = answer.bars.close.findLast((close) => !Number.isNaN(close));
  if (newest === undefined || typeof view.range === 'object') return '';
  return `${priceLabel(newest)} ${unit}`;
}

/** What prices are in. */
export function unitOf({ quote }: ChartView, counterpart: string): string {
  return quote === 'counterpart' ? counterpart : quote.toUpperCase();
}
