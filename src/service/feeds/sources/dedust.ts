import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import {
  type DiscoveredRange,
  type Discovery,
  type DiscoveryState,
  MAX_RETRY_AFTER_MS,
  OPEN_END,
  type Page,
  type SourceClient,
  SourceError,
  type SourceRange,
  type StoreLookup,
  type SwapSource,
  type SwapSourceOptions,
} from '#service/feeds/client/source.ts';
import type { PoolRecord } from '#service/market/batch.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import {
  fetchPoolPage,
  type KnownPool,
  type ListedPool,
  type PageChanges,
  PoolList,
  type PoolPage,
} from './dedust-pools.ts';
import {
  type ActivePool,
  isActive,
  isMissingTrades,
  isRetryDue,
  MarketRhythm,
  overduePools,
  PageSchedule,
  type PoolRhythm,
  withTrades,
} from './dedust-schedule.ts';
import {
  DedustTrades,
  implausibleTrades,
  keyAfter,
  readTrade,
  readTradeLt,
  readTradeTime,
  StartLtSearch,
  TRADES_PER_PAGE,
  tradesPath,
} from './dedust-trades.ts';
import { readEvents } from './read-response.ts';

/** Trades per request when searching the start; more than one in case some are invalid. */
const PROBE_SIZE = 10;
/** Pools to search the start in. */
const START_POOLS = 3;
/** Logical times of different pools are comparable to within a few blocks. In milliseconds. */
const START_MARGIN = 10 * 60_000;
/** Interval of discoveries, in milliseconds. */
const DISCOVERY_MS = 3_000;
/**
 * Shares of the requests for trades that are for pools whose list shows no change: at least one, and at most another, so
 * that they do not delay those that have changed.
 */
const LEAST_SHARE = 0.2;
const MOST_SHARE = 0.5;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Activity that is older than the start of the feed by as much: there are no trades to read. */
const ACTIVITY_ERROR_MS = 60_000;
/** Pools that are read while no list is available after a start: those with the newest trades. */
const POOLS_WITHOUT_LIST = 100;
/** Readings without the trades that the list announces, after which the cursor of the pool is checked. */
const ATTEMPTS_BEFORE_CHECK = 3;
/** Delays after failed requests of the list, in milliseconds. */
const FIRST_LIST_DELAY = 3_000;
const LAST_LIST_DELAY = 60_000;

export interface DedustOptions extends SwapSourceOptions {
  /** Requests the list of pools, on another host than the trades. */
  readonly poolsClient: SourceClient;
  /** Requests for trades per second. */
  readonly rate: number;
}

/**
 * Reads swaps and reserves from DeDust. Subjects are pools, keys are logical times. Every discovery requests a page of the
 * list of pools, which shows those that have changed. Pools with recent trades are read in turn whatever the list shows.
 */
export function createDedustSource(client: SourceClient, options: DedustOptions): SwapSource {
  return new DedustSource(client, options);
}

class DedustSource implements SwapSource {
  readonly delay: SwapSource['delay'];
  private readonly trades: DedustTrades;
  private readonly options: DedustOptions;
  private readonly schedule = new PageSchedule();
  private readonly list = new PoolList();
  private readonly rhythms = new Map<RawAddress, PoolRhythm>();
  private readonly market = new MarketRhythm();
  private readonly searches = new Map<number, StartLtSearch>();
  /** The first page, as requested to find the start. */
  private firstPage: PoolPage | undefined;
  /** The page of the last discovery. */
  private requested:
    | { readonly at: Date; readonly number: number; readonly page: PoolPage | undefined }
    | undefined;
  /** Pools that are neither listed nor stored, as requested to read their trades. */
  private readonly others = new Map<RawAddress, ListedPool>();
  /** The first state after a start: its head, and whether nothing had been discovered before. */
  private initial: { readonly head: number; readonly isNew: boolean } | undefined;
  /** When the last stored discovery was made. */
  private discoveredAt: Date | undefined;
  /** Where pools without a cursor start. */
  private startLt: bigint | undefined;
  /** Pools that are read from the start again, because the source has no trades at their cursor. */
  private readonly wrongCursors = new Set<RawAddress>();
  private listFailures = 0;
  private listRetryAt = Number.NEGATIVE_INFINITY;

  constructor(client: SourceClient, options: DedustOptions) {
    this.delay = client.delay;
    this.trades = new DedustTrades(client);
    this.options = options;
  }

  async start(time: Date, signal: AbortSignal, onProgress?: () => void): Promise<bigint> {
    this.firstPage ??= await this.fetchPage(0, signal);
    const search = this.searches.get(time.getTime()) ?? new StartLtSearch(busiestPools(this.firstPage));
    this.searches.set(time.getTime(), search);
    const latest = time.getTime() - START_MARGIN;
    const start = await search.run(async (pool, key) => {
      const trades = await this.trades.fetch(pool, key, PROBE_SIZE, signal);
      onProgress?.();
      const { events } = await readEvents(trades, (item) => ({
        lt: readTradeLt(item),
        time: readTradeTime(item),
      }));
      if (key === undefined)
        return keyAfter(
          0n,
          events.map(({ lt }) => lt),
        );
      const earlier = events.filter((trade) => trade.lt > key && trade.time.getTime() < latest);
      const lts = earlier.map(({ lt }) => lt);
      return lts.length === 0 ? undefined : keyAfter(key, lts);
    });
    this.searches.delete(time.getTime());
    return start;
  }

  async discover(state: DiscoveryState, signal: AbortSignal): Promise<Discovery> {
    this.startLt = state.start;
    this.initial ??= { head: state.head.getTime(), isNew: state.cursors.size === 0 };
    this.confirm(state.stored);
    const { page, failure } = await this.requestPage(state, signal);
    const now = this.options.now();
    const changes = page ? this.compare(page, state, now.getTime()) : noChanges;
    const { pools, jettons, reserves, invalid } = changes;
    const discovery: Discovery = {
      pools,
      jettons,
      reserves,
      invalid,
      head: this.head(this.list.watchedWith(changes), now),
      ranges: this.dueRanges(this.list.watchedWith(changes), state, now),
      // Pages are small: a few unsupported pools do not mean that the format has changed.
      received: this.list.size + (page?.pools.size ?? 0) + invalid.length,
      failure,
    };
    this.list.end(discovery, changes);
    return discovery;
  }

  async read({ subject, from, to }: SourceRange, lookup: StoreLookup, signal: AbortSignal): Promise<Page> {
    const pool = await this.findPool(subject, lookup, signal);
    const rhythm = this.rhythms.get(subject);
    // The trade before the range tells how old the newest one is, and whether the range starts after one.
    const includesBefore = rhythm?.newestAt === undefined || rhythm.attempts >= ATTEMPTS_BEFORE_CHECK;
    const distance = includesBefore ? 2n : 1n;
    const after = from > distance ? from - distance : 0n;
    const trades = await this.trades.fetch(subject, after, TRADES_PER_PAGE, signal);
    await this.trades.confirmOrder(subject, after, trades, signal);
    if (includesBefore && trades.length === 0 && to === OPEN_END)
      await this.checkCursor(subject, from, signal);
    const implausible = implausibleTrades(trades, this.options.now());
    for (const { lt, previous } of implausible.values())
      this.options.onImplausible?.(`${tradesPath(subject)}: lt ${lt} is too long after ${previous}`);
    const items = trades.map((trade) => ({ pool: subject, trade }));
    const { events, invalid } = await readEvents(items, ({ trade }) => {
      if (implausible.has(trade)) throw new BadValueError('lt is too long after that of the trade before');
      return readTrade(trade, subject, pool);
    });
    const swaps = events.filter(({ lt }) => lt >= from && lt < to);
    // Including invalid trades.
    const plausible = trades.filter((trade) => !implausible.has(trade));
    const end = keyAfter(from, (await readEvents(plausible, readTradeLt)).events);
    const { asset0, asset1, type } = pool;
    const pools =
      swaps.length > 0 ? [{ address: subject, exchange: this.options.exchange, asset0, asset1, type }] : [];
    const page = { pools, swaps, invalid };
    const isLast = trades.length < TRADES_PER_PAGE || end <= from || end >= to;
    const times = (await readEvents(plausible, readTradeTime)).events;
    if (to === OPEN_END) this.recordTrades(subject, rhythm, times, isLast);
    if (!isLast) return { ...page, next: end };
    return { ...page, ...(to === OPEN_END && { end }) };
  }

  /**
   * A cursor follows a trade, which pages after it contain. Without it, the trade was wrong if the newest one is earlier:
   * then the pool is read from the start again.
   */
  private async checkCursor(subject: RawAddress, from: bigint, signal: AbortSignal): Promise<void> {
    if (this.startLt === undefined || from <= this.startLt) return;
    const newest = (await readEvents(await this.trades.fetch(subject, undefined, 1, signal), readTradeLt))
      .events[0];
    if (newest === undefined || newest >= from - 1n) return;
    this.wrongCursors.add(subject);
    this.options.onImplausible?.(
      `${tradesPath(subject)}: the newest lt ${newest} is before the position ${from}`,
    );
  }

  async check(signal: AbortSignal): Promise<string> {
    const page = await this.fetchPage(0, signal);
    const pools = `${page.pools.size.toLocaleString('en')} pools`;
    const total = page.totalRows === undefined ? '' : ` of ${page.totalRows.toLocaleString('en')} pairs`;
    const hidden = page.hiddenPools > 0 ? ` (${page.hiddenPools} more are not shown)` : '';
    const list = `DeDust list: ${pools} on the first page${total}${hidden}`;
    const [busiest] = busiestPools(page);
    if (!busiest) return list;
    const newest = await this.trades.fetch(busiest, undefined, 1, signal);
    const trades = await this.trades.fetch(busiest, 0n, TRADES_PER_PAGE, signal);
    await this.trades.confirmOrder(busiest, 0n, trades, signal);
    const order = this.trades.isOrderConfirmed ? 'confirmed' : 'not confirmed: no full page';
    const [newestAt] = (await readEvents(newest, readTradeTime)).events;
    return `${list}; ${compareTimes(page.pools.get(busiest)?.activityAt, newestAt)}; order of trades ${order}`;
  }

  /** Records what the previous discovery has shown if it was stored. Otherwise the same page is requested again. */
  private confirm(stored: Discovery | undefined): void {
    const isStored = this.list.begin(stored);
    const { requested } = this;
    this.requested = undefined;
    if (!isStored || !requested) return;
    this.discoveredAt = requested.at;
    if (requested.page) this.schedule.record(requested.number, requested.page);
  }

  /** Requests the next page. If that fails, the trades of pools that are known are read meanwhile. Throws SourceError. */
  private async requestPage(
    { cursors }: DiscoveryState,
    signal: AbortSignal,
  ): Promise<{ readonly page?: PoolPage; readonly failure?: Discovery['failure'] }> {
    const at = this.options.now();
    const number = this.schedule.next();
    this.requested = { at, number, page: undefined };
    // Longer than any wait if the clock has been set back.
    const wait = this.listRetryAt - at.getTime();
    if (wait > 0 && wait <= MAX_RETRY_AFTER_MS) return {};
    try {
      const page = this.firstPage ?? (await this.fetchPage(number, signal));
      this.firstPage = undefined;
      this.listFailures = 0;
      this.requested = { at, number, page };
      return { page };
    } catch (error) {
      const isNothingKnown = this.list.size === 0 && cursors.size === 0;
      if (!(error instanceof SourceError) || isNothingKnown) throw error;
      this.listFailures += 1;
      const delay = Math.min(FIRST_LIST_DELAY * 2 ** (this.listFailures - 1), LAST_LIST_DELAY);
      const pause = Math.max(delay, error.retryAfter ?? 0);
      this.listRetryAt = at.getTime() + pause;
      return { failure: { error, wait: pause } };
    }
  }

  private fetchPage(number: number, signal: AbortSignal): Promise<PoolPage> {
    return fetchPoolPage(this.options, number, signal);
  }

  private compare(page: PoolPage, state: DiscoveryState, now: number): PageChanges {
    return this.list.compare(page, {
      exchange: this.options.exchange,
      now,
      onFirst: (address, pool) => {
        const isRead = state.cursors.has(address);
        const start = state.startTime.getTime() - ACTIVITY_ERROR_MS;
        const activityAt = pool.activityAt ?? ((pool.volume ?? 0) > 0 ? now : undefined);
        const isEmpty = (pool.reserves ?? []).every((reserve) => reserve === '0');
        if (isEmpty && !isRead && (activityAt ?? 0) < start) return 'ignore';
        // Pools with trades were read up to the head; some trades appear late.
        const since = isRead ? (this.initial?.head ?? now) - HOUR_MS : start;
        const isUnknown = activityAt === undefined && (!isRead || now - since > DAY_MS);
        return isUnknown || (activityAt ?? 0) >= since ? 'read' : 'keep';
      },
    });
  }

  /** Returns ranges of pools that the list shows to have changed, and of some of those with recent trades. */
  private dueRanges(
    watched: Iterable<readonly [RawAddress, KnownPool]>,
    state: DiscoveryState,
    now: Date,
  ): DiscoveredRange[] {
    const ranges: DiscoveredRange[] = [];
    const active: ActivePool[] = [];
    const start = state.startTime.getTime();
    for (const [address, pool] of watched) {
      if (state.unread.has(address)) continue;
      const rhythm = this.rhythms.get(address);
      const { since, activityAt } = pool;
      if (this.wrongCursors.has(address) || isDue(pool, rhythm, start, now.getTime()))
        ranges.push(this.toRange(address, activityAt, state, now));
      else if ((pool.volume ?? 0) > 0 || (rhythm && isActive(rhythm)))
        active.push({ address, rhythm, since, activityAt });
    }
    if (this.list.size === 0 && !this.requested?.page)
      for (const address of newestSubjects(state))
        active.push({
          address,
          rhythm: this.rhythms.get(address),
          since: now.getTime(),
          activityAt: undefined,
        });
    const requests = (this.options.rate * DISCOVERY_MS) / 1000;
    const free = requests - ranges.length - state.unread.size;
    const count = Math.ceil(Math.max(requests * LEAST_SHARE, Math.min(requests * MOST_SHARE, free)));
    const overdue = overduePools(active, now.getTime(), count);
    return [...ranges, ...overdue.map((address) => this.toRange(address, undefined, state, now))];
  }

  private toRange(
    subject: RawAddress,
    activityAt: number | undefined,
    { cursors, start, startTime, head }: DiscoveryState,
    now: Date,
  ): DiscoveredRange {
    const cursor = this.wrongCursors.delete(subject) ? undefined : cursors.get(subject);
    const range = { subject, from: cursor ?? start, to: OPEN_END };
    const isFirstPass = this.initial?.isNew && !this.schedule.hasReadAll;
    const isOld = activityAt !== undefined && activityAt < now.getTime() - HOUR_MS;
    if (cursor !== undefined || !(isFirstPass || isOld))
      return { ...range, fromTime: this.discoveredAt ?? head, toTime: now, isHistory: false };
    // The newest trades of the history are read first.
    const toTime = new Date(activityAt ?? now);
    return { ...range, fromTime: startTime, toTime, isHistory: true };
  }

  /** Returns the time up to which trades have been available. */
  private head(watched: Iterable<readonly [RawAddress, KnownPool]>, now: Date): Date {
    let head = this.market.head(now.getTime());
    for (const [address, { tradedAt, changedAt = 0 }] of watched) {
      const rhythm = this.rhythms.get(address);
      if (tradedAt === undefined || !rhythm || rhythm.readAt < changedAt) continue;
      if (isMissingTrades(tradedAt, rhythm)) head = Math.min(head, rhythm.newestAt ?? head);
    }
    return new Date(head);
  }

  private recordTrades(
    address: RawAddress,
    previous: PoolRhythm | undefined,
    times: readonly Date[],
    isComplete: boolean,
  ): void {
    const traded = times.map((time) => time.getTime());
    const rhythm = withTrades(previous ?? { newestAt: undefined, gap: undefined }, traded);
    const { readAt = Number.NEGATIVE_INFINITY, attempts = 0 } = previous ?? {};
    if (!isComplete) {
      this.rhythms.set(address, { ...rhythm, readAt, attempts });
      return;
    }
    const hasChanged = (this.list.latest(address)?.changedAt ?? 0) > readAt;
    const now = this.options.now().getTime();
    this.rhythms.set(address, { ...rhythm, readAt: now, attempts: hasChanged ? 1 : attempts + 1 });
    this.market.add(traded.filter((time) => time > (previous?.newestAt ?? 0)));
  }

  private async findPool(
    address: RawAddress,
    lookup: StoreLookup,
    signal: AbortSignal,
  ): Promise<Pick<PoolRecord, 'asset0' | 'asset1' | 'type'>> {
    const found = this.list.latest(address) ?? (await lookup.findPool(address)) ?? this.others.get(address);
    if (found) return found;
    const { pools } = await fetchPoolPage(this.options, 0, signal, [address]);
    const pool = pools.get(address);
    if (pool === undefined)
      throw new SourceError('the list of pools does not contain the pool', { problem: 'failing' });
    this.others.set(address, pool);
    return pool;
  }
}

const noChanges: PageChanges = { pools: [], jettons: [], reserves: [], invalid: [], known: new Map() };

/** Whether to read a pool because the list shows a change since it was read, or activity that was not found. */
function isDue(
  { changedAt, activityAt }: KnownPool,
  rhythm: PoolRhythm | undefined,
  start: number,
  now: number,
): boolean {
  if (changedAt === undefined) return false;
  return rhythm === undefined || changedAt > rhythm.readAt || isRetryDue(activityAt, rhythm, start, now);
}

/** Returns the pools with the highest logical times, at which they were last traded. */
function newestSubjects({ cursors, unread }: DiscoveryState): RawAddress[] {
  return [...cursors]
    .filter(([subject]) => !unread.has(subject))
    .toSorted(([, a], [, b]) => Number(b - a))
    .slice(0, POOLS_WITHOUT_LIST)
    .map(([subject]) => subject);
}

/** Describes whether the newest trade of a pool is that of its last activity. */
function compareTimes(activityAt: number | undefined, newestAt: Date | undefined): string {
  if (activityAt === undefined) return 'the last activity of the busiest pool is unknown';
  if (newestAt === undefined) return 'the busiest pool has no trades';
  const seconds = Math.round((activityAt - newestAt.getTime()) / 1000);
  const order = seconds < 0 ? 'after' : 'before';
  return `newest trade of the busiest pool ${Math.abs(seconds)} s ${order} its last activity`;
}

/** Returns the pools of a page with the largest reserves of TON. */
function busiestPools({ pools }: PoolPage): RawAddress[] {
  const tonReserve = ({ asset0, asset1, reserves }: ListedPool) => {
    if (asset0 === TON_ADDRESS) return Number(reserves?.[0] ?? 0);
    return asset1 === TON_ADDRESS ? Number(reserves?.[1] ?? 0) : 0;
  };
  return [...pools]
    .toSorted(([, a], [, b]) => tonReserve(b) - tonReserve(a))
    .slice(0, START_POOLS)
    .map(([address]) => address);
}
