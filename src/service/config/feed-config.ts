import { swapFeedKinds } from '#contract/status.ts';

export const metadataKinds = ['toncenter', 'tonapi'] as const;
export const feedKinds = [...swapFeedKinds, ...metadataKinds, 'fx'] as const;
export type FeedKind = (typeof feedKinds)[number];
export type SwapKind = (typeof swapFeedKinds)[number];
export type MetadataKind = (typeof metadataKinds)[number];

/** A configured feed, with defaults applied. */
export interface FeedConfig {
  /** Identifies the feed, its state in the store and its pools. */
  readonly name: string;
  readonly kind: FeedKind;
  /** Base URL of the source without a trailing slash; for `ndjson`, the absolute path of a file. */
  readonly url: string;
  /** Exchange of the pools. Undefined for kinds without pools, and for `ndjson`, where records have their own. */
  readonly exchange: string | undefined;
  /** Where the history starts. Undefined for the default, 61 days before the feed first runs. */
  readonly from: Date | undefined;
  /** Requests per second. */
  readonly rate: number;
  /** API key, if `keyEnv` is given. */
  readonly key: string | undefined;
}

interface KindDefaults {
  readonly url?: string;
  readonly exchange?: string;
  readonly rate: number;
}

/** Public sources, and the rates that they allow without a key. */
export const kindDefaults: Readonly<Record<FeedKind, KindDefaults>> = {
  stonfi: { url: 'https://api.ston.fi', exchange: 'stonfi', rate: 1 },
  dedust: { url: 'https://api.dedust.io', exchange: 'dedust', rate: 5 },
  dexscreener: { rate: 1 },
  ndjson: { rate: 1000 },
  toncenter: { url: 'https://toncenter.com', rate: 1 },
  tonapi: { url: 'https://tonapi.io', rate: 0.25 },
  fx: { url: 'https://cdn.jsdelivr.net', rate: 1 },
};
