import { errorText } from '#web/api/client/error-text.ts';
import { isNotFound } from '#web/api/client/errors.ts';
import { NO_SWAPS_TEXT } from '#web/chart/requested-range.ts';
import type { TickFeedState } from '#web/chart/ticks/tick-feed.ts';

/** The status of an embed: a text over the chart, and a message to the host page. */
export interface EmbedStatus {
  readonly text: string;
  readonly message?: 'ready' | 'error';
  readonly canRetry?: boolean;
}

export function embedStatus(feed: TickFeedState, hasBars: boolean): EmbedStatus {
  const { error } = feed;
  if (error && isNotFound(error)) return { text: 'No pool at this address', message: 'error' };
  if (error) return { text: `Couldn't load swaps. ${errorText(error)}`, message: 'error', canRetry: true };
  if (feed.isComplete && feed.newest === undefined) return { text: NO_SWAPS_TEXT, message: 'ready' };
  const text = feed.isLoading ? 'Loading…' : '';
  return hasBars ? { text, message: 'ready' } : { text };
}
