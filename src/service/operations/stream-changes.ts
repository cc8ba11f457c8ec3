import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { candleSeconds } from '#contract/candles.ts';
import { NotFoundError } from '#contract/errors.ts';
import { intervalStart } from '#contract/interval-start.ts';
import type { InputOf } from '#contract/operations.ts';
import { MAX_ADDRESSES, MAX_TICKS } from '#contract/pagination.ts';
import type { getStream, StreamEvents, StreamInterval } from '#contract/stream.ts';
import { type Caller, type Clock, fixedClock, type ServiceContext } from '#service/config/context.ts';
import { type Database, rows } from '#service/store/database.ts';
import { writerOf } from '#service/store/position.ts';
import { dateFromMicroseconds, toMicroseconds } from '#service/store/sql-text.ts';
import { getJettonMarketCandles } from './candles.ts';
import { getRecords } from './jettons.ts';
import { getJettonMarkets, queryPoolJettons } from './markets.ts';
import { getJettonMarketPriceHistory } from './price-history.ts';
import { getJettonTransactions } from './transactions.ts';

export type StreamInput = InputOf<typeof getStream>;

/** What streams follow: a kind of event, and what it is about. */
export type Topic =
  | { readonly kind: 'jetton'; readonly address: RawAddress }
  | { readonly kind: 'tick' | 'transaction'; readonly pool: RawAddress }
  | { readonly kind: 'candle'; readonly pool: RawAddress; readonly interval: StreamInterval }
  | { readonly kind: 'newJetton' | 'newPool' };

/** Identifies a topic. */
export function topicKey(topic: Topic): string {
  return Object.values(topic).join(' ');
}

/** Each topic once, in whatever forms its address is repeated. */
export function topicsOf(input: StreamInput): Topic[] {
  const { interval } = input;
  const topics: Topic[] = [
    ...input.jettons.map((address) => ({ kind: 'jetton' as const, address })),
    ...input.ticks.map((pool) => ({ kind: 'tick' as const, pool })),
    ...input.candles.map((pool) => ({ kind: 'candle' as const, pool, interval })),
    ...input.transactions.map((pool) => ({ kind: 'transaction' as const, pool })),
    ...input.new.map((kind) => ({
      kind: kind === 'jettons' ? ('newJetton' as const) : ('newPool' as const),
    })),
  ];
  return [...new Map(topics.map((topic) => [topicKey(topic), topic])).values()];
}

/** Throws NotFoundError if a jetton or a pool does not exist. */
export async function requireTopics(db: Database, topics: readonly Topic[]): Promise<void> {
  const named = topics.flatMap((topic) => ('address' in topic ? [topic.address] : []));
  const pools = topics.flatMap((topic) => ('pool' in topic ? [topic.pool] : []));
  const [missing] = await rows<{ address: string }>(
    db,
    sql`select address from unnest(${sql.param(named)}::text[]) as named (address)
        where not exists (select from jetton where jetton.address = named.address)
      union all
      select address from unnest(${sql.param(pools)}::text[]) as named (address)
        where not exists (select from pool where pool.address = named.address)`,
  );
  if (missing) throw new NotFoundError(missing.address);
}

/** An event, or that events of the topic are missing. */
export type StreamChange = {
  [Name in keyof StreamEvents]: {
    readonly topic: string;
    readonly event: Name;
    readonly data: StreamEvents[Name];
  };
}[keyof StreamEvents];

/** The last jetton and pool that were added, by their ids, and the version of the data that these are of. */
export interface LastAdded {
  readonly jetton: number;
  readonly pool: number;
  readonly builtAt: string;
}

export async function queryLastAdded(db: Database): Promise<LastAdded> {
  const [row] = await rows<LastAdded>(
    db,
    sql`select coalesce((select max(id) from jetton), 0) as jetton, coalesce((select max(id) from pool), 0) as pool,
      coalesce((select iso(built_at) from dataset), '') as "builtAt"`,
  );
  return row ?? { jetton: 0, pool: 0, builtAt: '' };
}

/** Newest trades of a market that are compared, of ticks and of dust each. If all have changed, events are missing. */
const MAX_COMPARED = 1_000;
/** More new jettons or pools than this at once are missing events. */
const MAX_ADDED = 50;

interface ChangedTrade {
  readonly address: RawAddress;
  readonly pool: RawAddress;
  readonly dust: boolean;
  /** Microseconds since 1970. */
  readonly time: string;
  readonly lt: string;
}

/**
 * Returns the trades in pools that were stored or changed after a position: late and corrected ones as well, among the
 * newest ones of each market. Rows state which transaction wrote them. Only markets whose values were written are read: their
 * activity alone would be written too late for trades after T, which count only once T has reached them.
 */
function queryChangedTrades(
  db: Database,
  pools: readonly RawAddress[],
  since: bigint,
): Promise<ChangedTrade[]> {
  const isNew = (table: string) => sql`${sql.raw(writerOf(table))} > ${String(since)}::int8`;
  const newest = (dust: boolean) => sql`(
    select t.dust, t.time, t.lt, ${isNew('t')} as is_new from trade t
    where t.market_id = m.id and t.dust = ${dust}
    order by t.time desc, t.lt desc
    limit ${MAX_COMPARED}
  )`;
  return rows<ChangedTrade>(
    db,
    sql`select j.address, p.address as pool, t.dust, ${toMicroseconds(sql`t.time`)}::text as time, t.lt::text as lt
      from pool p
      join market m on m.pool_id = p.id
      join jetton j on j.id = m.jetton_id
      cross join lateral (${newest(false)} union all ${newest(true)}) as t
      where p.address = any(${sql.param(pools)}::text[]) and t.is_new
        and (${isNew('m')} or exists (select from market_activity a where a.market_id = m.id and ${isNew('a')}))
      order by t.time, t.lt`,
  );
}

/** A market of a followed pool, and its trades that have changed. */
interface ChangedMarket {
  readonly address: RawAddress;
  readonly pool: RawAddress;
  readonly trades: readonly ChangedTrade[];
}

type MarketTopic = Extract<Topic, { readonly pool: RawAddress }>;

/** Returns the ticks, candles and transactions of followed pools that changed after a position, oldest first. */
export async function readMarketChanges(
  service: ServiceContext,
  topics: readonly Topic[],
  since: bigint,
  caller: Caller,
): Promise<StreamChange[]> {
  const followed = topics.filter((topic): topic is MarketTopic => 'pool' in topic);
  if (followed.length === 0) return [];
  const pools = [...new Set(followed.map(({ pool }) => pool))];
  const trades = await queryChangedTrades(service.store.db, pools, since);
  const context = { ...service, clock: clockUntil(service.clock, trades) };
  const markets = new Map<string, ChangedTrade[]>();
  for (const trade of trades) {
    const key = `${trade.address} ${trade.pool}`;
    const own = markets.get(key) ?? [];
    own.push(trade);
    markets.set(key, own);
  }
  const changes: StreamChange[] = [];
  for (const own of markets.values()) {
    const [first] = own;
    if (!first) continue;
    const { address, pool } = first;
    const market = { address, pool, trades: own };
    const isIncomplete = [false, true].some(
      (dust) => own.filter((trade) => trade.dust === dust).length === MAX_COMPARED,
    );
    for (const topic of followed) {
      if (topic.pool !== pool) continue;
      if (isIncomplete) changes.push({ topic: topicKey(topic), event: 'reset', data: {} });
      else changes.push(...(await readMarketTopic(context, topic, market, caller)));
    }
  }
  return changes;
}

/** The clock of another process, which stored the trades, may be ahead. They are not read again. */
const MAX_CLOCK_SKEW_MS = 60_000;

function clockUntil(clock: Clock, trades: readonly ChangedTrade[]): Clock {
  if (clock.fixed) return clock;
  const now = clock.now().getTime();
  const last = Math.max(now, ...trades.map(({ time }) => dateFromMicroseconds(time).getTime() + 1));
  return fixedClock(new Date(Math.min(last, now + MAX_CLOCK_SKEW_MS)));
}

function readMarketTopic(
  context: ServiceContext,
  topic: MarketTopic,
  { address, pool: poolAddress, trades }: ChangedMarket,
  caller: Caller,
): Promise<StreamChange[]> {
  const changed = topic.kind === 'transaction' ? trades : trades.filter(({ dust }) => !dust);
  const [first, last] = [changed.at(0), changed.at(-1)];
  if (!first || !last) return Promise.resolve([]);
  const market = { address, poolAddress };
  const key = topicKey(topic);
  if (topic.kind === 'candle') {
    const length = candleSeconds[topic.interval];
    const starts = new Set(changed.map(({ time }) => intervalStart(secondOf(time), length)));
    return readCandles(context, topic, market, starts);
  }
  const lts = new Set(changed.map(({ lt }) => lt));
  // Times of the interface have whole milliseconds.
  const input = {
    ...market,
    limit: MAX_TICKS,
    from: dateFromMicroseconds(first.time),
    to: new Date(dateFromMicroseconds(last.time).getTime() + 1),
  };
  if (topic.kind === 'tick')
    return collect(async (cursor) => {
      const { items, next } = await getJettonMarketPriceHistory(context, { ...input, cursor });
      const found = items.filter(({ timeLt }) => lts.has(timeLt));
      return { next, items: found.map((tick) => ({ topic: key, event: 'tick', data: { ...market, tick } })) };
    });
  return collect(async (cursor) => {
    const { transactions, next } = await getJettonTransactions(context, { ...input, cursor }, caller);
    const found = transactions.filter(({ timeLt }) => lts.has(timeLt));
    return {
      next,
      items: found.map((transaction) => ({
        topic: key,
        event: 'transaction',
        data: { ...market, transaction },
      })),
    };
  });
}

function secondOf(microseconds: string): number {
  return Number(BigInt(microseconds) / 1_000_000n);
}

interface ChangePage {
  readonly items: readonly StreamChange[];
  readonly next: string | undefined;
}

/** Returns the items of all pages, the last one first. */
async function collect(read: (cursor: string | undefined) => Promise<ChangePage>): Promise<StreamChange[]> {
  const items: StreamChange[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return items.toReversed();
}

type CandleTopic = Extract<Topic, { readonly kind: 'candle' }>;
type CandleChange = Extract<StreamChange, { readonly event: 'candle' }>;

function isCandle(change: StreamChange): change is CandleChange {
  return change.event === 'candle';
}

/** Identifies a candle of a market. */
function candleKey({ topic, data }: CandleChange): string {
  return `${topic} ${data.address} ${data.candle.time}`;
}

/** Returns the candles with these starts, in seconds, oldest first. */
async function readCandles(
  context: ServiceContext,
  topic: CandleTopic,
  market: { readonly address: RawAddress; readonly poolAddress: RawAddress },
  starts: ReadonlySet<number>,
): Promise<CandleChange[]> {
  const { interval } = topic;
  const length = candleSeconds[interval];
  const remaining = [...starts].toSorted((a, b) => a - b);
  const changes: CandleChange[] = [];
  for (let first = remaining.shift(); first !== undefined; first = remaining.shift()) {
    // What is far apart, such as the candle of a late swap, is read separately.
    const end = first + MAX_TICKS * length;
    const later = remaining.filter((start) => start < end);
    remaining.splice(0, later.length);
    const { items } = await getJettonMarketCandles(context, {
      ...market,
      interval,
      limit: MAX_TICKS,
      from: new Date(first * 1000),
      to: new Date(((later.at(-1) ?? first) + length) * 1000),
    });
    for (const candle of items.toReversed())
      if (starts.has(Date.parse(candle.time) / 1000))
        changes.push({ topic: topicKey(topic), event: 'candle', data: { ...market, interval, candle } });
  }
  return changes;
}

/** Returns the records of followed jettons. */
export async function readRecords(
  context: ServiceContext,
  topics: readonly Topic[],
  caller: Caller,
): Promise<StreamChange[]> {
  const addresses = topics.flatMap((topic) => (topic.kind === 'jetton' ? [topic.address] : []));
  const changes: StreamChange[] = [];
  for (let start = 0; start < addresses.length; start += MAX_ADDRESSES) {
    const records = await getRecords(context, addresses.slice(start, start + MAX_ADDRESSES), caller);
    for (const [address, details] of records)
      changes.push({ topic: topicKey({ kind: 'jetton', address }), event: 'jetton', data: { details } });
  }
  return changes;
}

/** Returns the jettons and pools that were added after others, if they are followed. */
export async function readAdded(
  context: ServiceContext,
  topics: readonly Topic[],
  after: LastAdded,
  caller: Caller,
): Promise<StreamChange[]> {
  const { db } = context.store;
  const changes: StreamChange[] = [];
  const missing = (kind: 'newJetton' | 'newPool') => changes.push({ topic: kind, event: 'reset', data: {} });
  if (topics.some(({ kind }) => kind === 'newJetton')) {
    const added = await rows<{ address: RawAddress }>(
      db,
      sql`select address from jetton where id > ${after.jetton} order by id limit ${MAX_ADDED + 1}`,
    );
    const addresses = added.map(({ address }) => address);
    if (addresses.length > MAX_ADDED) missing('newJetton');
    else
      for (const details of (await getRecords(context, addresses, caller)).values())
        changes.push({ topic: 'newJetton', event: 'newJetton', data: { details } });
  }
  if (topics.some(({ kind }) => kind === 'newPool')) {
    const added = await rows<{ address: RawAddress; pool: RawAddress }>(
      db,
      sql`select j.address, p.address as pool
        from pool p join market m on m.pool_id = p.id join jetton j on j.id = m.jetton_id
        where p.id > ${after.pool} order by p.id, m.id limit ${2 * MAX_ADDED + 1}`,
    );
    if (added.length > 2 * MAX_ADDED) missing('newPool');
    else
      for (const { address, pool } of added) {
        const { markets } = await getJettonMarkets(context, { address, poolAddress: pool, limit: 1 }, caller);
        for (const market of markets)
          changes.push({ topic: 'newPool', event: 'newPool', data: { address, market } });
      }
  }
  return changes;
}

/** Reads the changes of all that streams follow, round by round. */
export class ChangeReader {
  readonly #caller: Caller;
  /** The last records of followed jettons, by topic. */
  #records = new Map<string, string>();
  /** The candles of followed markets that were not complete. */
  #openCandles = new Map<string, OpenCandle>();
  #candleTopics = new Set<string>();

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Returns the changes of topics after the position `since`, at which `added` were the last ones. Records and candles
   * that were not followed before count as changed.
   */
  async read(
    context: ServiceContext,
    topics: readonly Topic[],
    since: bigint,
    added: LastAdded,
  ): Promise<StreamChange[]> {
    const additions = await readAdded(context, topics, added, this.#caller);
    const records = await readRecords(context, topics, this.#caller);
    const trades = await readMarketChanges(context, topics, since, this.#caller);
    const candles = await this.#readOtherCandles(context, topics, trades);
    // From here on, nothing fails.
    const texts = new Map(records.map(({ topic, data }) => [topic, JSON.stringify(data)]));
    const changed = records.filter(({ topic }) => this.#records.get(topic) !== texts.get(topic));
    this.#records = texts;
    const changes = [...additions, ...changed, ...trades, ...candles];
    this.#rememberOpenCandles(topics, changes);
    return changes;
  }

  /** Returns the newest candles of markets that were not followed before, and those that are complete by now. */
  async #readOtherCandles(
    context: ServiceContext,
    topics: readonly Topic[],
    trades: readonly StreamChange[],
  ): Promise<StreamChange[]> {
    const changes: StreamChange[] = [];
    const known = new Set(trades.filter(isCandle).map(candleKey));
    const add = (change: CandleChange) => {
      if (!known.has(candleKey(change))) changes.push(change);
    };
    for (const topic of topics) {
      if (topic.kind !== 'candle' || this.#candleTopics.has(topicKey(topic))) continue;
      const { pool: poolAddress, interval } = topic;
      for (const address of await queryPoolJettons(context.store.db, poolAddress)) {
        const { items } = await getJettonMarketCandles(context, { address, poolAddress, interval, limit: 1 });
        for (const candle of items)
          add({
            topic: topicKey(topic),
            event: 'candle',
            data: { address, poolAddress, interval, candle },
          });
      }
    }
    const now = context.clock.now().getTime() / 1000;
    for (const { topic, address, start } of this.#openCandles.values()) {
      if (start + candleSeconds[topic.interval] > now) continue;
      const market = { address, poolAddress: topic.pool };
      for (const change of await readCandles(context, topic, market, new Set([start])))
        if (change.data.candle.complete) add(change);
    }
    return changes;
  }

  #rememberOpenCandles(topics: readonly Topic[], changes: readonly StreamChange[]): void {
    const followed = new Map(
      topics.flatMap((topic) => (topic.kind === 'candle' ? [[topicKey(topic), topic] as const] : [])),
    );
    this.#candleTopics = new Set(followed.keys());
    for (const [key, { topic }] of this.#openCandles)
      if (!followed.has(topicKey(topic))) this.#openCandles.delete(key);
    for (const change of changes.filter(isCandle)) {
      const topic = followed.get(change.topic);
      const { address, candle } = change.data;
      const key = candleKey(change);
      if (candle.complete || !topic) this.#openCandles.delete(key);
      else this.#openCandles.set(key, { topic, address, start: Date.parse(candle.time) / 1000 });
    }
  }
}

interface OpenCandle {
  readonly topic: CandleTopic;
  readonly address: RawAddress;
  /** In seconds. */
  readonly start: number;
}
