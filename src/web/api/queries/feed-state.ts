import { formatAge } from '#contract/format/format-time.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import { type FeedStatus, maxLagSeconds, type Status, swapFeedKinds } from '#contract/status.ts';
import { sanitizeText } from '#contract/text.ts';

/** The fields of the status that determine the state of its feeds. */
export type FeedsStatus = Pick<Status, 'clock' | 'clockFixed' | 'feeds'>;

/**
 * `stopped`: an operator must resume it. `waiting`: its source has not responded yet. `behind`: its data is old. `loading`:
 * its history is being read. `current`: everything else.
 */
export type FeedState = 'stopped' | 'waiting' | 'behind' | 'loading' | 'current';

const MAX_NAME_LENGTH = 24;

/** Returns whether prices derive from the feed. The age of other feeds does not affect prices. */
export function isSwapFeed({ kind }: FeedStatus): boolean {
  return swapFeedKinds.some((swapKind) => swapKind === kind);
}

/**
 * Returns by how many seconds the feed is behind the clock: the present, or the fixed time that all values are calculated
 * for. Undefined if it has no data yet.
 */
export function feedLag(
  { position, lagSeconds }: FeedStatus,
  { clock, clockFixed }: FeedsStatus,
): number | undefined {
  if (position === undefined) return undefined;
  if (clockFixed) return Math.max(0, (Date.parse(clock) - Date.parse(position)) / 1000);
  return lagSeconds;
}

export function feedState(feed: FeedStatus, status: FeedsStatus): FeedState {
  if (feed.stopped) return 'stopped';
  const lag = feedLag(feed, status) ?? Number.POSITIVE_INFINITY;
  if (lag > maxLagSeconds(feed.kind)) {
    if (hasStoredEvents(feed)) return 'behind';
    return feed.lastError ? 'waiting' : 'loading';
  }
  return isSwapFeed(feed) && feed.historyRead < 1 ? 'loading' : 'current';
}

/** Returns the share of the history that has been read, from 0 to 1. Undefined if it is complete, or without swap feeds. */
export function historyShare({ feeds }: Pick<Status, 'feeds'>): number | undefined {
  const shares = feeds.filter(isSwapFeed).map(({ historyRead }) => historyRead);
  if (!shares.some((share) => share < 1)) return undefined;
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Returns whether feeds are still loading the market, so that lists are incomplete. */
export function isFilling(status: Pick<Status, 'feeds' | 'counts'>): boolean {
  return status.feeds.length > 0 && (status.counts.jettons === 0 || historyShare(status) !== undefined);
}

/** Returns the swap feeds that have no data because of an error. Empty if any of them has data or is still loading it. */
export function failingSources(status: FeedsStatus): readonly FeedStatus[] {
  const feeds = status.feeds.filter(isSwapFeed);
  const hasFailed = (feed: FeedStatus) =>
    !hasStoredEvents(feed) &&
    feed.lastError !== undefined &&
    ['stopped', 'waiting'].includes(feedState(feed, status));
  return feeds.every(hasFailed) ? feeds : [];
}

/**
 * Returns by how many seconds the oldest data is behind the clock: the maximum of all swap feeds that have stored events.
 * Undefined without swap feeds.
 */
export function dataLag(status: FeedsStatus): number | undefined {
  const feeds = status.feeds.filter(isSwapFeed);
  if (feeds.length === 0) return undefined;
  return Math.max(0, ...feeds.filter(hasStoredEvents).map((feed) => feedLag(feed, status) ?? 0));
}

/** Before the first event, the position is the start of the history, not the age of the data. */
function hasStoredEvents({ position, events: { ingested, duplicate, late } }: FeedStatus): boolean {
  return position !== undefined && ingested + duplicate + late > 0;
}

/** Returns the name of a feed, which is untrusted, as a short text. */
export function shortFeedName({ name }: FeedStatus): string {
  const characters = [...sanitizeText(name)];
  if (characters.length <= MAX_NAME_LENGTH) return characters.join('');
  return `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`;
}

const kindNames: ReadonlyMap<string, string> = new Map([
  ['dexscreener', 'DEX Screener adapter'],
  ['ndjson', 'NDJSON'],
  ['toncenter', 'TON Center'],
  ['tonapi', 'TonAPI'],
  ['toncenter-holders', 'TON Center, holders'],
  ['tonapi-holders', 'TonAPI, holders'],
  ['fx', 'Exchange rates'],
]);

/** Returns the name of a feed's kind, most of which are exchanges; an unknown kind as it is. */
export function feedKindName({ kind }: Pick<FeedStatus, 'kind'>): string {
  return kindNames.get(kind) ?? exchangeName(kind);
}

/** Formats a duration in its largest whole unit: 4 min. */
export function formatSeconds(seconds: number): string {
  return formatAge(new Date(0), new Date(seconds * 1000));
}

const INTERVAL_MS = 15_000;
/** While the history is being read, or before there is any data. */
const FILLING_INTERVAL_MS = 5_000;

/**
 * Returns after how many milliseconds to request the status again. Undefined if it does not change: with a fixed clock, or
 * without feeds.
 */
export function statusInterval(status: Status): number | undefined {
  if (status.clockFixed) return undefined;
  if (status.source === 'none' || historyShare(status) !== undefined) return FILLING_INTERVAL_MS;
  return status.feeds.length > 0 ? INTERVAL_MS : undefined;
}
