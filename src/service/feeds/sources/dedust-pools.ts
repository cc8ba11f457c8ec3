import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { UNKNOWN_MARKET_TYPE } from '#contract/market.ts';
import type {
  Amount,
  Discovery,
  InvalidEvent,
  SourceClient,
  SwapSourceOptions,
} from '#service/feeds/client/source.ts';
import type { JettonFacts, PoolRecord, ReservesRecord } from '#service/market/batch.ts';
import { BadValueError, UnsupportedPoolError } from '#service/validation/bad-value-error.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import {
  readAddress,
  readAsset,
  readDecimal,
  readInteger,
  readSecondInUtc,
} from '#service/validation/values.ts';
import type { PageSummary } from './dedust-schedule.ts';
import { LenientReader, readAssetFacts } from './jetton-facts.ts';
import { readEvents, readResponse } from './read-response.ts';

const POOLS = '/v4/api/get_pools';
/** Pairs per request. */
const PAGE_ROWS = 100;

/** A page of the list of pools. Pools of other exchanges are left out. */
export interface PoolPage extends PageSummary {
  /** By address, sorted by the volume of their pair. */
  readonly pools: ReadonlyMap<RawAddress, ListedPool>;
  readonly invalid: readonly InvalidEvent[];
  /** Number of pairs in the whole list, if the source states it. */
  readonly totalRows: number | undefined;
  /** Number of pools that are missing because a pair has more than its row contains. */
  readonly hiddenPools: number;
}

type Reserves = readonly [reserve0: string, reserve1: string];

export interface ListedPool {
  readonly asset0: RawAddress;
  readonly asset1: RawAddress;
  readonly type: string;
  /** Base units; undefined if unknown. */
  readonly reserves: Reserves | undefined;
  /** Time of the last activity, in milliseconds; undefined if unknown. */
  readonly activityAt: number | undefined;
  /** USD of the last 24 hours; undefined if unknown. */
  readonly volume: number | undefined;
  readonly jettons: readonly JettonFacts[];
}

interface PageContext extends Pick<SwapSourceOptions, 'now' | 'onImplausible'> {
  readonly poolsClient: SourceClient;
}

/** Requests the pools of a page of the list, which is sorted by volume, or those with `addresses`. Throws SourceError. */
export async function fetchPoolPage(
  context: PageContext,
  page: number,
  signal: AbortSignal,
  addresses?: readonly RawAddress[],
): Promise<PoolPage> {
  const body = {
    offset: page * PAGE_ROWS,
    limit: PAGE_ROWS,
    sort_by: 'volume_24h',
    sort_direction: 'desc',
    ...(addresses && { pool_addresses: addresses }),
  };
  const response = await context.poolsClient.request(POOLS, { body, signal });
  const { fields, items } = readResponse(POOLS, () => {
    const whole = toFields(response);
    return { fields: whole, items: whole.requiredArray('pool_rows') };
  });
  const metadata = readResponse(POOLS, () => fields.object('assets_metadata'));
  const rows = await readEvents(items, readRow);
  const entries = rows.events.flatMap((row) => row.entries);
  const read = await readEvents(entries, (item) => readPool(item, metadata, context), addressOf);
  const pools = new Map<RawAddress, ListedPool>();
  for (const [address, pool] of read.events) {
    const other = pools.get(address);
    if (!other || (pool.activityAt ?? 0) >= (other.activityAt ?? 0)) pools.set(address, pool);
  }
  const hasVolume = (index: number) => (rows.events.at(index)?.volume ?? 0) > 0;
  return {
    pools,
    invalid: [...rows.invalid, ...read.invalid],
    totalRows: new LenientReader().read(() => fields.optional('total_count', (_, text) => Number(text))),
    hiddenPools: rows.events.reduce((sum, row) => sum + row.hiddenPools, 0),
    startsWithVolume: hasVolume(0),
    endsWithVolume: hasVolume(-1),
    isLast: items.length < PAGE_ROWS,
  };
}

/** Reads a pair with its pools, which are not validated. Throws BadValueError. */
function readRow(item: unknown) {
  const fields = toFields(item);
  const lenient = new LenientReader();
  const pools = fields.requiredArray('pools');
  const total = lenient.read(() => fields.optional('total_pools', (_, text) => Number(text))) ?? 0;
  return {
    entries: pools.filter(mayBeOfDedust),
    hiddenPools: Math.max(0, total - pools.length),
    volume: lenient.read(() => readVolume(fields)),
  };
}

/** Whether a pool is one of DeDust's, or no object. */
function mayBeOfDedust(item: unknown): boolean {
  const lenient = new LenientReader();
  const dex = lenient.read(() => toFields(item).optional('dex', (_, text) => text.toLowerCase()) ?? '');
  return dex === undefined || dex.startsWith('dedust');
}

function addressOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'address' in item ? item.address : item;
}

/** Throws BadValueError. What is not needed to store the pool is missing if it is invalid. */
function readPool(
  item: unknown,
  metadata: Fields | undefined,
  { now, onImplausible }: PageContext,
): [RawAddress, ListedPool] {
  const fields = toFields(item);
  const lenient = new LenientReader();
  const [first, second, ...others] = fields.requiredArray('assets');
  if (others.length > 0) throw new BadValueError('assets must have two elements');
  const assets = [readListedAsset(first), readListedAsset(second)] as const;
  if (assets[0] === assets[1]) throw new UnsupportedPoolError('the assets of a pool must differ', assets[1]);
  const address = fields.required('address', readAddress);
  const activityAt = lenient.read(() => fields.optional('last_activity_at', readSecondInUtc))?.getTime();
  // A time in the future has another time zone than is assumed.
  const isFuture = activityAt !== undefined && activityAt > now().getTime() + CLOCK_ERROR_MS;
  if (isFuture)
    onImplausible?.(
      `${POOLS}: last_activity_at ${new Date(activityAt).toISOString()} of pool ${address} is in the future`,
    );
  const pool = {
    asset0: assets[0],
    asset1: assets[1],
    type: marketType(lenient.read(() => fields.optional('type', (_, text) => text))),
    reserves: readReserves(fields),
    activityAt: isFuture ? undefined : activityAt,
    volume: lenient.read(() => readVolume(fields)),
    jettons: [first, second].flatMap((asset, index) => readMetadata(asset, assets[index], metadata) ?? []),
  };
  return [address, pool];
}

const CLOCK_ERROR_MS = 60_000;

function readVolume(fields: Fields): number | undefined {
  return fields.optional('volume_24h_usd', (name, text) => Number(readDecimal(name, text)));
}

/** Types of markets by `type`. CPMM is a constant-product market maker, in two versions. */
const marketTypes: ReadonlyMap<string, string> = new Map([
  ['cpmm_v1', 'volatile'],
  ['cpmm_v2', 'volatile'],
  ['stable', 'stable'],
]);

/** Types that are not documented keep their name: `weighted_v1` is `JTN_MRKT_WEIGHTED_V1`. */
function marketType(type = ''): string {
  const documented = marketTypes.get(type);
  if (documented !== undefined) return documented;
  return /^\w{1,50}$/.test(type) ? `JTN_MRKT_${type.toUpperCase()}` : UNKNOWN_MARKET_TYPE;
}

function readReserves(fields: Fields): Reserves | undefined {
  const [first, second] = fields.array('reserves') ?? [];
  const reserves = toFields({ reserve0: first, reserve1: second });
  const reserve0 = reserves.optional('reserve0', readInteger);
  const reserve1 = reserves.optional('reserve1', readInteger);
  return reserve0 === undefined || reserve1 === undefined ? undefined : [reserve0, reserve1];
}

const JETTON = 'jetton:';

/** Reads `native` or `jetton:ADDRESS`. Throws BadValueError. */
function readListedAsset(value: unknown): RawAddress {
  if (value === 'native') return TON_ADDRESS;
  if (typeof value === 'string' && value.startsWith(JETTON))
    return readAsset('an asset', value.slice(JETTON.length));
  throw new BadValueError('an asset has an unknown type', value);
}

/** Reads the description of an asset under its name in the list. */
function readMetadata(
  asset: unknown,
  address: RawAddress | undefined,
  metadata: Fields | undefined,
): JettonFacts | undefined {
  if (address === undefined || address === TON_ADDRESS || typeof asset !== 'string') return undefined;
  const fields = new LenientReader().read(() => metadata?.object(asset));
  return fields && readAssetFacts(address, fields, { symbol: 'ticker', image: 'image_url' });
}

/** The last listed values of a pool, and when they changed. Times in milliseconds. */
export interface KnownPool extends Omit<ListedPool, 'jettons'> {
  readonly isDescribed: boolean;
  /** When it was first listed since the start. */
  readonly since: number;
  /** When the list last showed a change that may be a trade; undefined if it has not since the start. */
  readonly changedAt: number | undefined;
  /** Time of the last activity that was a trade by all that is known; undefined if there is none since the start. */
  readonly tradedAt: number | undefined;
}

/** What a page contains that earlier ones did not. */
export interface PageChanges {
  readonly pools: readonly PoolRecord[];
  readonly jettons: readonly JettonFacts[];
  readonly reserves: readonly ReservesRecord<Amount>[];
  readonly invalid: readonly InvalidEvent[];
  /** New and changed pools. */
  readonly known: ReadonlyMap<RawAddress, KnownPool>;
}

interface CompareContext {
  readonly exchange: string;
  /** When the page arrived. */
  readonly now: number;
  /** Whether a pool that is listed for the first time since the start is to be read, or ignored. */
  readonly onFirst: (address: RawAddress, pool: ListedPool) => 'read' | 'keep' | 'ignore';
}

/**
 * Remembers the pools of all pages. What a page has shown counts only when the next discovery shows that it was stored;
 * otherwise it is found again.
 */
export class PoolList {
  private readonly stored = new Map<RawAddress, KnownPool>();
  /** Those that may have trades to read: a small part of them, because every discovery goes through them. */
  private readonly watched = new Map<RawAddress, KnownPool>();
  private readonly reportedInvalid = new Set<string>();
  /** Equal assets share one text: most addresses occur in many pages. */
  private readonly assets = new Map<RawAddress, RawAddress>();
  private found: { readonly discovery: Discovery; readonly changes: PageChanges } | undefined;

  /** Begins a discovery. Returns whether the previous one was stored. */
  begin(stored: Discovery | undefined): boolean {
    const { found } = this;
    this.found = undefined;
    if (!found || found.discovery !== stored) return false;
    for (const [address, pool] of found.changes.known) {
      this.stored.set(address, pool);
      if (mayHaveTrades(pool)) this.watched.set(address, pool);
      else this.watched.delete(address);
    }
    for (const { key } of found.changes.invalid) this.reportedInvalid.add(key);
    return true;
  }

  /** Ends a discovery with the changes that it reports. */
  end(discovery: Discovery, changes: PageChanges): void {
    this.found = { discovery, changes };
  }

  get size(): number {
    return this.stored.size;
  }

  /** Returns a pool with the changes of the last discovery. */
  latest(address: RawAddress): KnownPool | undefined {
    return this.found?.changes.known.get(address) ?? this.stored.get(address);
  }

  /** Returns the pools that may have trades to read, with the changes of a page. */
  *watchedWith({ known }: PageChanges): Generator<readonly [RawAddress, KnownPool]> {
    for (const entry of known) if (mayHaveTrades(entry[1])) yield entry;
    for (const entry of this.watched) if (!known.has(entry[0])) yield entry;
  }

  compare(page: PoolPage, { exchange, now, onFirst }: CompareContext): PageChanges {
    const pools: PoolRecord[] = [];
    const jettons = new Map<RawAddress, JettonFacts>();
    const reserves: ReservesRecord<Amount>[] = [];
    const known = new Map<RawAddress, KnownPool>();
    for (const [address, listed] of page.pools) {
      const previous = this.stored.get(address);
      const first = previous ? undefined : onFirst(address, listed);
      // The source may return an older list.
      const isOlder = (listed.activityAt ?? 0) < (previous?.activityAt ?? 0);
      if (first === 'ignore' || (previous && listed.activityAt !== undefined && isOlder)) continue;
      const next = this.nextState(listed, previous, now, first === 'read');
      if (!next) continue;
      known.set(address, next);
      const { asset0, asset1, type } = next;
      if (!previous) pools.push({ address, exchange, asset0, asset1, type });
      if (!previous?.isDescribed) for (const jetton of listed.jettons) jettons.set(jetton.address, jetton);
      if (listed.reserves && haveReservesChanged(listed, previous))
        reserves.push(toReservesEvent(address, listed.reserves, now));
    }
    const invalid = page.invalid.filter(({ key }) => !this.reportedInvalid.has(key));
    return { pools, jettons: [...jettons.values()], reserves, invalid, known };
  }

  /** Returns undefined if nothing has changed. */
  private nextState(
    listed: ListedPool,
    previous: KnownPool | undefined,
    now: number,
    readsFirst: boolean,
  ): KnownPool | undefined {
    const isDescribed = (previous?.isDescribed ?? false) || listed.jettons.length > 0;
    // All properties by name: those of spread objects take a hidden class for each pool, three times the memory.
    if (!previous)
      return {
        asset0: this.shared(listed.asset0),
        asset1: this.shared(listed.asset1),
        type: listed.type,
        reserves: listed.reserves,
        activityAt: listed.activityAt,
        volume: listed.volume,
        isDescribed,
        since: now,
        changedAt: readsFirst ? now : undefined,
        tradedAt: undefined,
      };
    const activityAt = listed.activityAt ?? previous.activityAt;
    const isActive = activityAt !== previous.activityAt;
    const isChanged = isActive || haveReservesChanged(listed, previous);
    const isSame = listed.volume === previous.volume && isDescribed === previous.isDescribed;
    if (!isChanged && isSame) return undefined;
    // Changes of liquidity do not add to the volume.
    const isTrade = isActive && (listed.volume ?? 1) > (previous.volume ?? 0);
    return {
      asset0: previous.asset0,
      asset1: previous.asset1,
      type: previous.type,
      reserves: listed.reserves ?? previous.reserves,
      activityAt,
      volume: listed.volume,
      isDescribed,
      since: previous.since,
      changedAt: isChanged ? now : previous.changedAt,
      tradedAt: isTrade ? activityAt : previous.tradedAt,
    };
  }

  private shared(asset: RawAddress): RawAddress {
    const shared = this.assets.get(asset);
    if (shared !== undefined) return shared;
    this.assets.set(asset, asset);
    return asset;
  }
}

/** Whether the pool has been traded in the last day, or has changed since the start. */
function mayHaveTrades({ volume = 0, changedAt }: KnownPool): boolean {
  return volume > 0 || changedAt !== undefined;
}

function haveReservesChanged(
  { reserves }: Pick<ListedPool, 'reserves'>,
  previous: KnownPool | undefined,
): boolean {
  return (
    reserves !== undefined &&
    (reserves[0] !== previous?.reserves?.[0] || reserves[1] !== previous?.reserves?.[1])
  );
}

function toReservesEvent(
  pool: RawAddress,
  [reserve0, reserve1]: Reserves,
  time: number,
): ReservesRecord<Amount> {
  return {
    pool,
    time: new Date(time),
    reserve0: { baseUnits: reserve0 },
    reserve1: { baseUnits: reserve1 },
  };
}
