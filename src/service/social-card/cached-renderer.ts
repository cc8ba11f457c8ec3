import { LRUCache } from 'lru-cache';
import { ConcurrencyLimiter } from '#service/concurrency-limiter.ts';
import type { CardText } from './card-text.ts';

export type RenderCard = (words: CardText) => Promise<Buffer>;

/** Some 80 kB each. */
const MAX_CACHED = 200;
/** Of 20 to 40 ms each. */
const limits = { maxWaiting: 100, maxExpectedWait: 4000, maxWait: 8000 } as const;

/**
 * Draws cards that say the same once, for all who ask meanwhile or soon after, and one at a time: the threads that
 * encode them also read files and compress answers. Rejects with an OverloadedError where too many wait.
 */
export function cacheRenderedCards(draw: RenderCard, maxCached = MAX_CACHED): RenderCard {
  const cache = new LRUCache<string, Promise<Buffer>>({ max: maxCached });
  const gate = new ConcurrencyLimiter({ ...limits, concurrency: 1 });
  return (words) => {
    const key = JSON.stringify(words);
    const cached = cache.get(key);
    if (cached) return cached;
    const card = gate.run(() => draw(words));
    cache.set(key, card);
    card.catch(() => cache.delete(key));
    return card;
  };
}
