import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { periodSeconds } from '#contract/enums.ts';
import { MAX_MISSING_RANGES, type MissingRange } from '#contract/period-sets.ts';
import { MAX_LAG_SECONDS, swapFeedKinds } from '#contract/status.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { type Database, rows } from '#service/store/database.ts';
import { rowsOf, timestamptz, toMilliseconds } from '#service/store/sql-text.ts';
import { recentResult } from './recent-result.ts';

// Ranges of feeds apply to all pools of an exchange, or to one pool of sources that are read pool by pool. What feeds have
// not read is found out once for all requests, so that responses cost no more while nothing is missing (specification:
// missing data).

/** Half-open, in milliseconds since 1970. */
interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** A range that a feed has not read. */
interface UnreadRange extends TimeRange {
  readonly exchange: string;
}

interface Unread {
  /** By feed. */
  readonly ofFeeds: ReadonlyMap<string, readonly UnreadRange[]>;
  /** Whether there are ranges of single pools. */
  readonly hasPools: boolean;
}

type MissingRanges = MissingRange[] | undefined;

/** Returns what is missing of the windows of jettons, by address; undefined if nothing is. */
export async function missingOfJettons(
  context: ServiceContext,
  addresses: readonly RawAddress[],
): Promise<(address: RawAddress) => MissingRanges> {
  const { db } = context.store;
  const { ofFeeds, hasPools } = await unreadOf(context);
  if (ofFeeds.size === 0 && !hasPools) return () => undefined;
  const traded = await queryTradedIn(db, addresses, ofFeeds);
  const ranges = new Map(
    groupsBy(traded, ({ address }) => address).map(([address, found]) => [
      address,
      found.flatMap((row) => rangesOf(ofFeeds, row)),
    ]),
  );
  if (hasPools) {
    const isRequested = sql`j.address = any(${sql.param(addresses)}::text[])`;
    const found = await queryUnreadOfPools(db, isRequested, context.clock.now());
    for (const [address, ofPools] of found) ranges.set(address, [...(ranges.get(address) ?? []), ...ofPools]);
  }
  const windows = longestWindows(context);
  return (address) => missingIn(ranges.get(address) ?? [], windows);
}

/** Returns what is missing of the swaps of a pool in a range of time, by default that of the longest windows. */
export async function missingOfPool(
  context: ServiceContext,
  address: RawAddress,
  range: TimeRange = longestWindows(context),
): Promise<MissingRanges> {
  const { db } = context.store;
  const { ofFeeds, hasPools } = await unreadOf(context);
  if (ofFeeds.size === 0 && !hasPools) return undefined;
  const found = await rows<{ feed: string; exchange: string }>(
    db,
    sql`select feed, exchange from pool where address = ${address} and feed is not null`,
  );
  const ofPool = hasPools
    ? [...(await queryUnreadOfPools(db, sql`pool.address = ${address}`, context.clock.now())).values()]
    : [];
  return missingIn([...found.flatMap((row) => rangesOf(ofFeeds, row)), ...ofPool.flat()], range);
}

function longestWindows({ clock }: ServiceContext): TimeRange {
  const to = clock.now().getTime();
  return { from: to - 2 * periodSeconds.month * 1000, to };
}

/** The field `missing` as JSON, if there is one. */
export function missingJson(missing: MissingRanges): { missing?: string } {
  return missing ? { missing: JSON.stringify(missing) } : {};
}

function rangesOf(ofFeeds: Unread['ofFeeds'], row: { feed: string; exchange: string }): UnreadRange[] {
  return (ofFeeds.get(row.feed) ?? []).filter(({ exchange }) => exchange === row.exchange);
}

/** Merges the ranges of each exchange that touch `window`, newest first. The oldest ones of many are one range. */
function missingIn(ranges: readonly UnreadRange[], window: TimeRange): MissingRanges {
  const touching = ranges.filter(({ from, to }) => from < window.to && to > window.from);
  if (touching.length === 0) return undefined;
  const merged = groupsBy(touching, ({ exchange }) => exchange)
    .flatMap(([exchange, ofExchange]) => mergedRanges(ofExchange).map((range) => ({ exchange, ...range })))
    .toSorted((a, b) => b.to - a.to || (a.exchange < b.exchange ? -1 : 1));
  const newest = merged.slice(0, MAX_MISSING_RANGES).map((range) => [range]);
  const older = groupsBy(merged.slice(MAX_MISSING_RANGES), ({ exchange }) => exchange).map(
    ([, group]) => group,
  );
  return [...newest, ...older].flatMap((group) => {
    const [latest, earliest] = [group[0], group.at(-1)];
    if (!latest || !earliest) return [];
    return {
      exchangeId: latest.exchange,
      from: new Date(earliest.from).toISOString(),
      to: new Date(latest.to).toISOString(),
      seconds: group.reduce((total, { from, to }) => total + Math.round((to - from) / 1000), 0),
    };
  });
}

function groupsBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): [key: string, group: Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups];
}

function mergedRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) merged.splice(-1, 1, { from: last.from, to: Math.max(last.to, to) });
    else merged.push({ from, to });
  }
  return merged;
}

/** Responses are cached for as long. */
const MAX_AGE_MS = 2_000;

/** Returns what feeds had not read a few seconds ago. */
const unreadOf = recentResult(MAX_AGE_MS, ({ store, clock }) => queryUnread(store.db, clock.now()));

interface UnreadRow {
  /** A feed, or the address of a jetton. */
  readonly subject: string;
  readonly exchange: string;
  /** In milliseconds since 1970. */
  readonly from: string;
  readonly to: string;
}

async function queryUnread(db: Database, at: Date): Promise<Unread> {
  const ofFeeds = bySubject(await rows<UnreadRow>(db, ofFeedsAt(at)));
  const ofPools = await rows(
    db,
    sql`select from feed_range where subject <> '' and read_at is null and from_time < ${countedUntil(at)} limit 1`,
  );
  return { ofFeeds, hasPools: ofPools.length > 0 };
}

function bySubject(found: readonly UnreadRow[]): Map<string, UnreadRange[]> {
  const rangeOf = ({ exchange, from, to }: UnreadRow) => ({ exchange, from: Number(from), to: Number(to) });
  return new Map(
    groupsBy(found, ({ subject }) => subject).map(([subject, group]) => [subject, group.map(rangeOf)]),
  );
}

/**
 * Unread ranges of all pools of a feed, with the time after its head. Those that begin in the last minute do not count.
 */
function ofFeedsAt(at: Date): SQL {
  const end = lastFullMinute(at);
  return sql`
    with unread as materialized (
      select feed.name, range
      from feed
      cross join lateral (
        select unnest(range_agg(tstzrange(start, least(finish, ${end})))) as range
        from (
          select from_time as start, to_time as finish from feed_range
          where feed = feed.name and subject = '' and read_at is null
          union all
          select coalesce(head, start_time), ${end}
          where kind = any(${sql.param(swapFeedKinds)}::text[])
        ) as part
        where start < least(finish, ${end})
      ) as ranges
      where ${isCounted(at)}
    )
    select unread.name as subject, exchange, ${boundsOfRange}
    from unread
    join (
      select distinct feed, exchange from pool where feed in (select name from unread)
    ) as provided on provided.feed = unread.name`;
}

/** Returns the unread ranges of single pools, by the jettons `j` of the markets that match a condition. */
async function queryUnreadOfPools(
  db: Database,
  condition: SQL,
  at: Date,
): Promise<Map<string, UnreadRange[]>> {
  const end = lastFullMinute(at);
  const found = await rows<UnreadRow>(
    db,
    sql`
    select address as subject, exchange, ${boundsOfRange}
    from (
      select j.address, pool.exchange, unnest(range_agg(tstzrange(r.from_time, least(r.to_time, ${end})))) as range
      from jetton j
      join market m on m.jetton_id = j.id
      join pool on pool.id = m.pool_id
      join feed_range r on r.subject = pool.address and r.feed = coalesce(pool.feed, r.feed) and r.read_at is null
      where ${condition} and r.from_time < least(r.to_time, ${end})
      group by j.address, pool.exchange, pool.id
    ) as ranges
    where ${isCounted(at)}`,
  );
  return bySubject(found);
}

/** Where ranges that last until `at` end, so that records change with them once a minute, not with every round. */
function lastFullMinute(at: Date): SQL {
  const MINUTE_MS = 60_000;
  return timestamptz(new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS));
}

function isCounted(at: Date): SQL {
  return sql`lower(range) < ${countedUntil(at)}`;
}

/** New events are read within a minute. */
function countedUntil(at: Date): SQL {
  return timestamptz(new Date(at.getTime() - MAX_LAG_SECONDS * 1000));
}

const boundsOfRange = sql`${toMilliseconds(sql`lower(range)`)} as "from",
  ceil(extract(epoch from upper(range)) * 1000)::int8 as "to"`;

interface TradedRow {
  readonly address: string;
  readonly feed: string;
  readonly exchange: string;
}

/** Returns which of the jettons have pools of which feeds, by exchange. */
async function queryTradedIn(
  db: Database,
  addresses: readonly RawAddress[],
  ofFeeds: Unread['ofFeeds'],
): Promise<readonly TradedRow[]> {
  const pairs = [...ofFeeds].flatMap(([feed, ranges]) =>
    [...new Set(ranges.map(({ exchange }) => exchange))].map((exchange) => ({ feed, exchange })),
  );
  if (pairs.length === 0) return [];
  const provided = rowsOf('provided', pairs, {
    feed: ['text', ({ feed }) => feed],
    exchange: ['text', ({ exchange }) => exchange],
  });
  return rows<TradedRow>(
    db,
    sql`select j.address, provided.feed, provided.exchange
      from jetton j
      cross join ${provided}
      where j.address = any(${sql.param(addresses)}::text[]) and exists (
        select from market m join pool on pool.id = m.pool_id
        where m.jetton_id = j.id and pool.feed = provided.feed and pool.exchange = provided.exchange
      )`,
  );
}
