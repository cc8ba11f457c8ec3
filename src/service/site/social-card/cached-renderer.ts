import { LRUCache } from 'lru-cache';
import { ConcurrencyLimiter } from '#service/server/concurrency-limiter.ts';
import type { CardContent } from './card-content.ts';

export type RenderCard = (content: CardContent) => Promise<Buffer>;

/** Images have about 80 kB. */
const MAX_CACHED = 200;
/** Rendering takes 20 to 40 ms per image. */
const limits = { maxWaiting: 100, maxExpectedWait: 4000, maxWait: 8000 } as const;

/**
 * Caches rendered images by content. Renders one image at a time, because the threads that encode PNG also read files
 * and compress responses. Rejects with an OverloadedError if too many requests wait.
 */
export function cacheRenderedCards(render: RenderCard, maxCached = MAX_CACHED): RenderCard {
  const cache = new LRUCache<string, Promise<Buffer>>({ max: maxCached });
  const limiter = new ConcurrencyLimiter({ ...limits, concurrency: 1 });
  return (content) => {
    const key = JSON.stringify(content);
    const cached = cache.get(key);
    if (cached) return cached;
    const image = limiter.run(() => render(content));
    cache.set(key, image);
    image.catch(() => cache.delete(key));
    return image;
  };
}
