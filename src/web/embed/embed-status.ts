import { errorText } from '#web/api/transport/error-text.ts';
import { isNotFound } from '#web/api/transport/errors.ts';
import type { FeedState } from '#web/chart/ticks/tick-feed.ts';

/** What an embed says over its chart, and to the page that holds it. */
export interface EmbedStatus {
  readonly text: string;
  readonly tells?: 'ready' | 'error';
  /** Whether asking again may help. */
  readonly canRetry?: boolean;
}

export function embedStatus(feed: FeedState, hasBars: boolean): EmbedStatus {
  const { fault } = feed;
  if (fault && isNotFound(fault))
    return { text: 'The service knows no pool of this address that trades this jetton.', tells: 'error' };
  if (fault) return { text: `The ticks did not come. ${errorText(fault)}`, tells: 'error', canRetry: true };
  if (feed.isComplete && feed.newest === undefined)
    return { text: 'No tick yet: nobody has traded here, or only dust.', tells: 'ready' };
  const text = feed.isLoading ? 'Loading' : '';
  return hasBars ? { text, tells: 'ready' } : { text };
}
