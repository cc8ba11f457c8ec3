import { formatChange, priceLabel } from '#contract/format/format-numbers.ts';
import { errorText } from '#web/api/client/error-text.ts';
import { isNotFound } from '#web/api/client/errors.ts';
import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import type { FeedState } from '#web/chart/history/history-feed.ts';
import { timeLabels } from '#web/chart/rendering/time-labels.ts';
import { barItems, type NamedValue } from '#web/chart/rendering/visible-rows.ts';
import { NO_SWAPS_TEXT } from '#web/chart/requested-range.ts';
import { currencyUnit } from '#web/money/native-coin.ts';

/** A text with an optional CSS class. */
export type LegendItem = readonly [text: string, className?: string];

/** Returns the time, prices, change, volume, number of swaps and moving averages of a bar. */
export function legendItems(result: BarResult, index: number, view: ChartView): LegendItem[] {
  const { extremes, close, change, volume, swaps, isIncomplete, averages } = barItems(
    result,
    index,
    view.averages,
  );
  return [
    [timeLabels(view.zone, result.interval).dateTime(result.bars.time[index] ?? 0)],
    ...extremes.map((value) => detail(textOf(value))),
    [textOf(close)],
    ...(change === undefined ? [] : [changeItem(change)]),
    ...(volume ? [[textOf(volume)] as const] : []),
    detail(swaps),
    ...(isIncomplete ? [['Incomplete'] as const] : []),
    ...averages.map((value, position): LegendItem => [textOf(value), `average-${position + 1}`]),
  ];
}

function textOf({ name, text }: NamedValue): string {
  return `${name} ${text}`.trimStart();
}

/** An item that is hidden in small frames. */
function detail(text: string): LegendItem {
  return [text, 'detail'];
}

function changeItem(percent: number): LegendItem {
  const change = formatChange(percent);
  return [`${change.text}%`, change.direction];
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

/** The status of an embed: a text over the chart, and a message to the host page. */
export interface EmbedStatus {
  readonly text: string;
  readonly message?: 'ready' | 'error';
  readonly canRetry?: boolean;
}

export const LOADING_TEXT = 'Loading…';

export function embedStatus(feed: FeedState, hasBars: boolean): EmbedStatus {
  const { error } = feed;
  if (error && isNotFound(error)) return { text: 'No pool at this address', message: 'error' };
  if (error) return { text: `Couldn't load swaps. ${errorText(error)}`, message: 'error', canRetry: true };
  if (feed.isComplete && feed.newest === undefined) return { text: NO_SWAPS_TEXT, message: 'ready' };
  const text = feed.isLoading ? LOADING_TEXT : '';
  return hasBars ? { text, message: 'ready' } : { text };
}
