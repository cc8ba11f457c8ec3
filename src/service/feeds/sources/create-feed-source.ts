import type { FeedConfig, HolderFeedKind, MetadataKind, SwapKind } from '#service/config/feed-config.ts';
import { createClient } from '#service/feeds/client/http-client.ts';
import {
  CLOCK_TOLERANCE_MS,
  type HolderSource,
  type MetadataSource,
  type RateSource,
  type SourceClient,
  type SwapSource,
  type SwapSourceOptions,
} from '#service/feeds/client/source.ts';
import { createDedustSource } from './dedust.ts';
import { createDexscreenerSource } from './dexscreener.ts';
import { createFxSource } from './fx.ts';
import { createTonapiHolders, createToncenterHolders } from './holders.ts';
import { createNdjsonSource } from './ndjson-source.ts';
import { createStonfiSource } from './stonfi.ts';
import { createTonapiSource } from './tonapi.ts';
import { createToncenterSource } from './toncenter.ts';

/** Requests per second of the list of pools: what public clients do. */
const DEDUST_LIST_RATE = 1 / 3;
/** Trades are not read while the list is requested. */
const DEDUST_LIST_TIMEOUT_MS = 10_000;

/** Returns the earlier one of two clocks that disagree: data after the time of a source is not available yet. */
export function boundedClock(now: () => Date, { time }: Pick<SourceClient, 'time'>): () => Date {
  return () => {
    const [own, other] = [now(), time?.()];
    return other && own.getTime() > other.getTime() + CLOCK_TOLERANCE_MS ? other : own;
  };
}

export interface FeedSourceOptions {
  readonly exchanges: readonly string[];
  /** The wall clock. */
  readonly now: () => Date;
  /** Called with the status of every response. */
  readonly onResponse?: (status: number | 'failed') => void;
  /** Called whenever a file could be read. */
  readonly onRead?: () => void;
  readonly onImplausible?: SwapSourceOptions['onImplausible'];
}

/** What a feed reads from, by the kind of its data. */
export type FeedSource =
  | { readonly type: 'swaps'; readonly source: SwapSource }
  | { readonly type: 'metadata'; readonly source: MetadataSource }
  | { readonly type: 'holders'; readonly source: HolderSource }
  | { readonly type: 'rates'; readonly source: RateSource };

/** Creates the client of a configured feed. */
export function createFeedSource(
  feed: FeedConfig,
  { exchanges, now: ownTime, onResponse, onRead, onImplausible }: FeedSourceOptions,
): FeedSource {
  const { kind, url, poolsUrl = url, rate, exchange = kind } = feed;
  if (kind === 'ndjson')
    return { type: 'swaps', source: createNdjsonSource({ path: url, exchanges, now: ownTime, onRead }) };
  const client = createClient({
    url,
    rate,
    headers: keyHeaders(feed),
    ...(onResponse && { onResponse }),
  });
  const now = boundedClock(ownTime, client);
  switch (kind) {
    case 'fx':
      return { type: 'rates', source: createFxSource(client) };
    case 'toncenter':
    case 'tonapi':
      return { type: 'metadata', source: metadataSources[kind](client) };
    case 'toncenter-holders':
    case 'tonapi-holders':
      return { type: 'holders', source: holderSources[kind](client) };
    case 'dedust': {
      const poolsClient = createClient({
        url: poolsUrl,
        rate: Math.min(rate, DEDUST_LIST_RATE),
        timeout: DEDUST_LIST_TIMEOUT_MS,
        ...(onResponse && { onResponse }),
      });
      const options = { exchange, now, onImplausible, rate, poolsClient };
      return { type: 'swaps', source: createDedustSource(client, options) };
    }
    default:
      return { type: 'swaps', source: swapSources[kind](client, { exchange, now }) };
  }
}

const swapSources: Record<
  Exclude<SwapKind, 'ndjson' | 'dedust'>,
  (client: SourceClient, options: SwapSourceOptions) => SwapSource
> = { stonfi: createStonfiSource, dexscreener: createDexscreenerSource };

const metadataSources: Record<MetadataKind, (client: SourceClient) => MetadataSource> = {
  toncenter: createToncenterSource,
  tonapi: createTonapiSource,
};

const holderSources: Record<HolderFeedKind, (client: SourceClient) => HolderSource> = {
  'toncenter-holders': createToncenterHolders,
  'tonapi-holders': createTonapiHolders,
};

function keyHeaders({ kind, key }: FeedConfig): Record<string, string> {
  if (key === undefined) return {};
  return kind.startsWith('toncenter') ? { 'x-api-key': key } : { authorization: `Bearer ${key}` };
}
