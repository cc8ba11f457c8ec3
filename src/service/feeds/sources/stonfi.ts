import { type RawAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { countNoun } from '#contract/format/format-numbers.ts';
import { type WarningKind, warningKinds } from '#contract/jetton-warnings.ts';
import { DEFAULT_MARKET_TYPE, UNKNOWN_MARKET_TYPE } from '#contract/market.ts';
import {
  type Amount,
  ContradictionError,
  type InvalidEvent,
  type SourceClient,
  type StoreLookup,
  type SwapSource,
  type SwapSourceOptions,
} from '#service/feeds/client/source.ts';
import type {
  JettonClaims,
  JettonFacts,
  Multiplier,
  PoolRecord,
  ReservesRecord,
  SwapRecord,
} from '#service/market/batch.ts';
import { BadValueError, UnsupportedPoolError } from '#service/validation/bad-value-error.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import {
  readAddress,
  readAsset,
  readInteger,
  readLt,
  readPositiveInteger,
  readSecondInUtc,
} from '#service/validation/values.ts';
import { LenientReader, readAssetFacts, readDecimalMultiplier } from './jetton-facts.ts';
import { distinctBy, ifFound, readEvents, readResponse } from './read-response.ts';

const ROUTERS = '/v1/routers';
/** A list that lacks a router is not requested again for this long. */
const MIN_AGE_MS = 60_000;

/** Types of markets by `router_type`. */
const marketTypes: ReadonlyMap<string, string> = new Map([
  ['ConstantProduct', DEFAULT_MARKET_TYPE],
  ['WeightedConstProduct', 'JTN_MRKT_WEIGHTED'],
  ['StableSwap', 'JTN_MRKT_STABLE'],
  ['WeightedStableSwap', 'JTN_MRKT_WEIGHTED_STABLE'],
]);

/** The routers of STON.fi. All pools of a router have its type, which never changes. */
class StonfiRouters {
  private types: ReadonlyMap<RawAddress, string> = new Map();
  private requestedAt = Number.NEGATIVE_INFINITY;
  private readonly client: SourceClient;
  private readonly now: () => Date;

  constructor(client: SourceClient, now: () => Date) {
    this.client = client;
    this.now = now;
  }

  /**
   * Returns the market types of pools by the address of their router. Requests the list first if it lacks one of
   * `routers`, at most once a minute. A router that is still missing is unknown to the source. Throws SourceError.
   */
  async poolTypes(
    routers: readonly RawAddress[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<RawAddress, string>> {
    const now = this.now().getTime();
    if (now - this.requestedAt >= MIN_AGE_MS && routers.some((router) => !this.types.has(router))) {
      await this.refresh(signal);
    }
    return this.types;
  }

  async refresh(signal: AbortSignal): Promise<void> {
    this.types = await this.fetchTypes(signal);
    this.requestedAt = this.now().getTime();
  }

  async fetchTypes(signal: AbortSignal): Promise<ReadonlyMap<RawAddress, string>> {
    const request = this.client.request(ROUTERS, { query: [['dex_v2', 'true']], signal });
    const response = await ifFound(request);
    // Without the list, trades are stored all the same, and the types of their pools are unknown.
    if (response === undefined) return new Map();
    const items = readResponse(ROUTERS, () => toFields(response).requiredArray('router_list'));
    return new Map((await readEvents(items, readRouter)).events);
  }
}

/** Throws BadValueError. */
function readRouter(item: unknown): readonly [RawAddress, string] {
  const fields = toFields(item);
  return [
    fields.required('address', readAddress),
    marketType(fields.required('router_type', (_, text) => text)),
  ];
}

/** Types that are not documented keep their name: `ConstantSum` is `JTN_MRKT_CONSTANT_SUM`. */
function marketType(routerType: string): string {
  const documented = marketTypes.get(routerType);
  if (documented !== undefined) return documented;
  if (!/^\w{1,50}$/.test(routerType)) return UNKNOWN_MARKET_TYPE;
  return `JTN_MRKT_${routerType.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_').toUpperCase()}`;
}

const OPERATIONS = '/v1/stats/operations';
const SECOND = 1000n;
/** The time that one request covers, in milliseconds. Responses are not paged. It doubles after each empty one, up to a day. */
const MIN_PERIOD = 3_600_000n;
const MAX_PERIOD = 24n * MIN_PERIOD;
/** Limits the requests of one page. Jettons beyond it are described by a source of metadata. */
const MAX_ASSET_REQUESTS = 20;

/**
 * Reads swaps and reserves from STON.fi. Keys are milliseconds since the epoch. Requests cover whole seconds, so that
 * neighboring ranges may both contain the operations of the second that they share.
 */
export function createStonfiSource(client: SourceClient, { exchange, now }: SwapSourceOptions): SwapSource {
  const routers = new StonfiRouters(client, now);
  let period = MIN_PERIOD;

  async function fetchOperations(from: bigint, to: bigint, signal: AbortSignal) {
    const query = [
      ['since', toUtcText(from)],
      ['until', toUtcText(roundUp(to))],
    ] as const;
    const response = await client.request(OPERATIONS, { query, signal });
    const items = readResponse(OPERATIONS, () => toFields(response).requiredArray('operations'));
    // Prices in the descriptions of assets change, so that only the operation identifies an event.
    const { events, invalid } = await readEvents(items, (item) => readOperation(item, exchange), operationOf);
    requireSigns(events, invalid);
    return { events, invalid };
  }

  return {
    keyOf: ({ time }) => BigInt(time.getTime()),
    get chunk() {
      return period;
    },
    smallest: SECOND,
    delay: client.delay,

    start: async (time) => BigInt(time.getTime()),

    discover: async ({ cursors, start }, signal) => {
      // The position must not follow a clock that is ahead: only responses tell the time of the source.
      if (client.time && !client.time()) await routers.refresh(signal);
      const head = now();
      const from = cursors.get('') ?? start;
      const to = BigInt(head.getTime());
      if (from >= to) return { head, ranges: [] };
      const range = { subject: '', from, to, fromTime: new Date(Number(from)), toTime: head };
      return { head, ranges: [range] };
    },

    read: async (range, lookup, signal) => {
      const limit = range.from + period;
      const to = min(range.to, limit);
      const { events, invalid } = await fetchOperations(range.from, to, signal);
      const isEmpty = events.length === 0 && invalid.length === 0;
      if (!isEmpty) period = MIN_PERIOD;
      else if (to - range.from >= period && period < MAX_PERIOD) period = min(2n * period, MAX_PERIOD);
      const operations = events.filter(({ time }) => {
        const key = BigInt(time.getTime());
        return key >= roundDown(range.from) && key < to;
      });
      const described = distinctBy(
        operations.flatMap((operation) => operation.assets),
        ({ jetton }) => jetton.address,
      );
      const missing = await fetchMissingAssets(client, operations, described, lookup, signal);
      const assets = [...described, ...missing];
      const types = await routers.poolTypes(
        operations.flatMap(({ router }) => router ?? []),
        signal,
      );
      const typeOf = (router: RawAddress | undefined) => router && types.get(router);
      return {
        jettons: assets.map(({ jetton }) => jetton),
        claims: assets
          .map(({ claims }) => claims)
          .filter(({ warnings, multiplier }) => warnings ?? multiplier),
        pools: distinctBy(
          operations.map(({ pool, router }) => ({ ...pool, type: typeOf(router) ?? UNKNOWN_MARKET_TYPE })),
          ({ address }) => address,
        ),
        swaps: operations.flatMap(({ swap }) => swap ?? []),
        reserves: operations.flatMap(({ reserves }) => reserves ?? []),
        invalid,
        ...(to < range.to && { next: to }),
      };
    },

    check: async (signal) => {
      const to = BigInt(now().getTime());
      const { events, invalid } = await fetchOperations(to - 60n * SECOND, to, signal);
      const swaps = events.filter(({ swap }) => swap);
      const confirmed = swaps.filter(({ isSideConfirmed }) => isSideConfirmed).length;
      const rejected = invalid.length === 0 ? '' : `, ${invalid.length} invalid`;
      const operations = `${countNoun(swaps.length, 'swap')}, signs of ${confirmed} confirmed${rejected}`;
      const types = await routers.fetchTypes(signal);
      const others = events.filter(({ router }) => router === undefined || !types.has(router)).length;
      const ofOthers = others === 0 ? '' : `, ${countNoun(others, 'operation')} of others`;
      const list = types.size === 0 ? 'no list of routers' : countNoun(types.size, 'router') + ofOthers;
      return `STON.fi operations of the last minute: ${operations}; ${list}`;
    },
  };
}

/** Requests jettons of swaps that are neither stored nor described with their decimals in the page. */
async function fetchMissingAssets(
  client: SourceClient,
  operations: readonly Operation[],
  described: readonly AssetInfo[],
  lookup: StoreLookup,
  signal: AbortSignal,
): Promise<AssetInfo[]> {
  const complete = new Set(
    described.flatMap(({ jetton }) => (jetton.decimals === undefined ? [] : jetton.address)),
  );
  const assets = operations.flatMap(({ swap, pool }) => (swap ? [pool.asset0, pool.asset1] : []));
  const missing: AssetInfo[] = [];
  let requests = 0;
  for (const address of new Set(assets)) {
    if (requests === MAX_ASSET_REQUESTS) break;
    if (address === TON_ADDRESS || complete.has(address) || (await lookup.hasJetton(address))) continue;
    requests += 1;
    missing.push(...(await fetchAsset(client, address, signal)));
  }
  return missing;
}

async function fetchAsset(
  client: SourceClient,
  address: RawAddress,
  signal: AbortSignal,
): Promise<AssetInfo[]> {
  const path = `/v1/assets/${toUserFriendly(address)}`;
  const response = await ifFound(client.request(path, { signal }));
  if (response === undefined) return [];
  const asset = readResponse(path, () => readAssetInfo(toFields(response).object('asset')));
  return asset?.jetton.address === address ? [asset] : [];
}

function operationOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'operation' in item ? item.operation : item;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function roundDown(milliseconds: bigint): bigint {
  return milliseconds - (milliseconds % SECOND);
}

function roundUp(milliseconds: bigint): bigint {
  return roundDown(milliseconds + SECOND - 1n);
}

/** YYYY-MM-DDTHH:MM:SS, rounded down. */
function toUtcText(milliseconds: bigint): string {
  return new Date(Number(milliseconds)).toISOString().slice(0, 19);
}

/** A successful operation: a swap, or another one that reports reserves. */
interface Operation {
  readonly pool: PoolRecord;
  /** Undefined if it is missing or invalid. */
  readonly router: RawAddress | undefined;
  readonly assets: readonly AssetInfo[];
  readonly time: Date;
  readonly swap?: SwapRecord<Amount>;
  /** Whether the asset of the fees is the one that goes out by the signs of the amounts. */
  readonly isSideConfirmed?: boolean;
  readonly reserves?: ReservesRecord<Amount>;
}

const SWAP_EXIT_CODES = ['swap_ok', 'swap_ok_ref'];

/** Reads an item of `/v1/stats/operations`; undefined if there is nothing to store. Throws BadValueError. */
function readOperation(item: unknown, exchange: string): Operation | undefined {
  const info = toFields(item);
  const fields = info.requiredObject('operation');
  if (fields.boolean('success') !== true) return undefined;
  const reserves = readReserves(fields);
  const isSwap = isSwapOperation(fields);
  if (!isSwap && reserves === undefined) return undefined;
  const pool = readPool(fields, exchange);
  const time = fields.required('pool_tx_timestamp', readSecondInUtc);
  // An operation whose router is unknown is stored all the same: only the type of its pool depends on it.
  const router = new LenientReader().read(() => fields.optional('router_address', readAddress));
  const common = { pool, router, time, assets: readAssets(info) };
  if (isSwap) {
    const { isSideConfirmed, ...swap } = readSwap(fields, pool);
    return { ...common, swap: { ...swap, ...reserves, pool: pool.address, time }, isSideConfirmed };
  }
  const lt = new LenientReader().read(() => fields.optional('pool_tx_lt', readLt));
  return reserves && { ...common, reserves: { ...reserves, pool: pool.address, time, lt } };
}

function isSwapOperation(fields: Fields): boolean {
  const text = (name: string) => fields.optional(name, (_, value) => value.toLowerCase()) ?? '';
  return text('operation_type') === 'swap' && SWAP_EXIT_CODES.includes(text('exit_code'));
}

function readPool(fields: Fields, exchange: string): PoolRecord {
  const asset0 = fields.required('asset0_address', readAsset);
  const asset1 = fields.required('asset1_address', readAsset);
  if (asset0 === asset1)
    throw new UnsupportedPoolError('asset1_address must differ from asset0_address', asset1);
  return { address: fields.required('pool_address', readAddress), exchange, asset0, asset1 };
}

// Amounts are positive if they go into the pool.
function readSwap(
  fields: Fields,
  { asset0, asset1 }: PoolRecord,
): Pick<SwapRecord<Amount>, 'trader' | 'lt' | 'sold0' | 'amount0' | 'amount1' | 'txHash'> & {
  isSideConfirmed: boolean;
} {
  const amount0 = fields.required('asset0_amount', readSignedAmount);
  const amount1 = fields.required('asset1_amount', readSignedAmount);
  if (amount0.isNegative === amount1.isNegative) {
    throw new BadValueError('asset0_amount and asset1_amount must have different signs');
  }
  const sold0 = amount1.isNegative;
  const feeAsset = fields.optional('fee_asset_address', readAsset);
  if (feeAsset === (sold0 ? asset0 : asset1)) throw new BadValueError(FEE_REASON);
  return {
    trader: fields.required('wallet_address', readAddress),
    lt: fields.required('pool_tx_lt', readLt),
    sold0,
    isSideConfirmed: feeAsset === (sold0 ? asset1 : asset0),
    amount0: { baseUnits: amount0.digits },
    amount1: { baseUnits: amount1.digits },
    txHash: fields.txHash('pool_tx_hash'),
  };
}

/** Fees are taken from the asset that goes out. Swaps of which they are not would be stored on the wrong side. */
const FEE_REASON = 'fee_asset_address contradicts the signs of the amounts';

/** Fewer contradicting swaps do not indicate a changed format, whatever their share: they are invalid events. */
const MIN_CONTRADICTING = 10;

/** Throws ContradictionError if the fees of most swaps contradict the signs of their amounts. */
function requireSigns(operations: readonly Operation[], invalid: readonly InvalidEvent[]): void {
  const contradicting = invalid.filter(({ reason }) => reason === FEE_REASON);
  const confirmed = operations.filter(({ isSideConfirmed }) => isSideConfirmed).length;
  if (contradicting.length >= MIN_CONTRADICTING && contradicting.length > confirmed)
    throw new ContradictionError(
      `${OPERATIONS}: ${FEE_REASON} (${countNoun(contradicting.length, 'swap')}, ${confirmed} confirmed)`,
      contradicting,
    );
}

function readSignedAmount(name: string, text: string): { isNegative: boolean; digits: string } {
  const trimmed = text.trim();
  const isNegative = trimmed.startsWith('-');
  return { isNegative, digits: readPositiveInteger(name, isNegative ? trimmed.slice(1) : trimmed) };
}

function readReserves(fields: Fields): Pick<ReservesRecord<Amount>, 'reserve0' | 'reserve1'> | undefined {
  const reserve0 = fields.optional('asset0_reserve', readInteger);
  const reserve1 = fields.optional('asset1_reserve', readInteger);
  if (reserve0 === undefined || reserve1 === undefined) return undefined;
  return { reserve0: { baseUnits: reserve0 }, reserve1: { baseUnits: reserve1 } };
}

// Invalid descriptions do not make the operation invalid.
function readAssets(info: Fields): AssetInfo[] {
  const facts = new LenientReader();
  return ['asset0_info', 'asset1_info'].flatMap(
    (name) => facts.read(() => readAssetInfo(info.object(name))) ?? [],
  );
}

/** A jetton, and what STON.fi states about it. */
interface AssetInfo {
  readonly jetton: JettonFacts;
  readonly claims: JettonClaims;
}

/** Reads STON.fi's description of an asset; undefined if it is missing or describes TON. Throws BadValueError. */
function readAssetInfo(fields: Fields | undefined): AssetInfo | undefined {
  const address = fields?.optional('contract_address', readAsset);
  if (fields === undefined || address === undefined || address === TON_ADDRESS) return undefined;
  const jetton = readAssetFacts(address, fields, { name: 'display_name', image: 'image_url' });
  const claims = new LenientReader();
  const tags = claims.read(() => fields.array('tags'));
  const warnings = claims.read(() => readWarnings(fields, tags));
  const multiplier = claims.read(() => readMultiplier(fields, tags ?? []));
  return { jetton, claims: { address, source: 'stonfi', warnings, multiplier } };
}

const warningTags: Readonly<Record<WarningKind, string>> = {
  honeypot: 'asset:honeypot',
  fake: 'asset:fake',
  blacklisted: 'asset:blacklisted',
  suspicious: 'asset:suspicious',
  dmca_complaint: 'asset:dmca_complaint',
  taxable: 'asset:taxable',
};

/** Undefined, which keeps stored warnings, if the description has no tags. */
function readWarnings(fields: Fields, tags: readonly unknown[] | undefined): WarningKind[] | undefined {
  const isBlacklisted = fields.boolean('blacklisted') === true;
  if (!tags && !isBlacklisted) return undefined;
  const isTagged = (kind: WarningKind) => tags?.includes(warningTags[kind]) ?? false;
  return warningKinds.filter((kind) => isTagged(kind) || (kind === 'blacklisted' && isBlacklisted));
}

/** Undefined, which keeps a stored multiplier, if nothing states that amounts are scaled. */
function readMultiplier(fields: Fields, tags: readonly unknown[]): Multiplier | undefined {
  const isScaled = fields.array('extensions')?.includes('scaled-ui') || tags.includes('asset:scaled');
  return isScaled ? (fields.optional('scale', readDecimalMultiplier) ?? 'unknown') : undefined;
}
