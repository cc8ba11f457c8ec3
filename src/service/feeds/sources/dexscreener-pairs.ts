import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import {
  type InvalidEvent,
  type SourceData,
  SourceError,
  type StoreLookup,
} from '#service/feeds/client/source.ts';
import type { JettonFacts, PoolRecord } from '#service/market/batch.ts';
import { BadValueError, UnsupportedPoolError } from '#service/validation/bad-value-error.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import { readAddress, readAsset, readInt64, readUnixSeconds } from '#service/validation/values.ts';
import type { AdapterClient } from './dexscreener-adapter-client.ts';
import type { AdapterEvent } from './dexscreener-event.ts';
import { readAssetFacts } from './jetton-facts.ts';
import { readResponse } from './read-response.ts';

interface DescribedEvents {
  readonly data: SourceData;
  /** Events of pairs that cannot be used. */
  readonly invalid: readonly InvalidEvent[];
  /** The first block that is not covered. */
  readonly end: bigint | undefined;
}

/** A page ends between two blocks after this number of requests. */
const MAX_REQUESTS = 30;

/**
 * Returns the data of events, with the pools and jettons that are not stored: up to the block of the first pair whose
 * description fails, if there are earlier ones. Otherwise throws SourceError, which has progressed if a pair of the block was
 * described before; also if the source demands a pause.
 */
export async function describeEvents(
  directory: PairDirectory,
  events: readonly AdapterEvent[],
  lookup: StoreLookup,
  signal: AbortSignal,
): Promise<DescribedEvents> {
  const sorted = events.toSorted((a, b) => Number(a.block.number - b.block.number));
  const firstBlock = sorted[0]?.block.number;
  const limit = directory.requests + MAX_REQUESTS;
  const { size } = directory;
  const pairs = new Map<RawAddress, Pair>();
  const visited = new Set<RawAddress>();
  let end: bigint | undefined;
  for (const { pool, pairId, block } of sorted) {
    if (visited.has(pool)) continue;
    visited.add(pool);
    if (await lookup.hasOwnPool(pool)) {
      directory.remove(pool);
      continue;
    }
    if (directory.requests >= limit && !directory.isCached(pool) && block.number !== firstBlock) {
      end = block.number;
      break;
    }
    try {
      pairs.set(pool, await directory.find(pool, pairId, lookup, signal));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (block.number !== firstBlock && error.retryAfter === undefined) {
        end = block.number;
        break;
      }
      if (directory.size <= size) throw error;
      throw new SourceError(error.message, { ...error, hasProgressed: true, cause: error });
    }
  }
  const covered = sorted.filter(({ block }) => end === undefined || block.number < end);
  return { ...combine(covered, pairs), end };
}

function combine(events: readonly AdapterEvent[], pairs: ReadonlyMap<RawAddress, Pair>) {
  const usable: AdapterEvent[] = [];
  const invalid: InvalidEvent[] = [];
  for (const event of events) {
    const pair = pairs.get(event.pool);
    if (pair && 'reason' in pair) invalid.push({ key: event.key, event: event.item, ...pair });
    else usable.push(event);
  }
  const described = [...pairs.values()].flatMap((pair) => ('pool' in pair ? pair : []));
  const data: SourceData = {
    pools: described.map(({ pool }) => pool),
    jettons: described.flatMap(({ jettons }) => jettons),
    swaps: usable.flatMap(({ swap }) => swap ?? []),
    reserves: usable.flatMap(({ reserves }) => reserves ?? []),
  };
  return { data, invalid };
}

/** The description of a pair that is not stored, or the reason why it cannot be used. */
type Pair =
  | { readonly pool: PoolRecord; readonly jettons: readonly JettonFacts[] }
  | Required<Pick<InvalidEvent, 'reason' | 'isPoolSpecific'>>;

/** Requests the descriptions of pairs and assets that are not stored, and caches them until they are. */
export class PairDirectory {
  /** Requests so far. */
  requests = 0;
  private readonly client: AdapterClient;
  private readonly exchange: string;
  private readonly pairs = new Map<RawAddress, Pair>();

  constructor(client: AdapterClient, exchange: string) {
    this.client = client;
    this.exchange = exchange;
  }

  /** Number of cached descriptions. */
  get size(): number {
    return this.pairs.size;
  }

  isCached(address: RawAddress): boolean {
    return this.pairs.has(address);
  }

  remove(address: RawAddress): void {
    this.pairs.delete(address);
  }

  /** Makes up to three requests. */
  async find(address: RawAddress, id: string, lookup: StoreLookup, signal: AbortSignal): Promise<Pair> {
    const cached = this.pairs.get(address);
    if (cached) return cached;
    this.requests += 1;
    const response = await this.client.describe('pair', id, signal);
    if (response === undefined)
      return { reason: 'the source does not describe the pair', isPoolSpecific: false };
    const fields = readResponse('/pair', () => toFields(response));
    const pair = await this.readPair(address, fields, lookup, signal);
    if ('pool' in pair) this.pairs.set(address, pair);
    return pair;
  }

  /** Requests the block in which a pair was created. Undefined if the source does not state it. */
  async findCreation(id: string, signal: AbortSignal): Promise<bigint | undefined> {
    const response = await this.client.describe('pair', id, signal);
    if (response === undefined) return undefined;
    const block = readResponse('/pair', () =>
      pairOf(toFields(response)).optional('createdAtBlockNumber', readInt64),
    );
    return block === undefined ? undefined : BigInt(block);
  }

  private async readPair(
    address: RawAddress,
    response: Fields,
    lookup: StoreLookup,
    signal: AbortSignal,
  ): Promise<Pair> {
    try {
      const fields = pairOf(response);
      const pool = readPool(address, fields, this.exchange);
      const jettons = [
        ...(await this.findJetton(pool.asset0, fields, 'asset0Id', lookup, signal)),
        ...(await this.findJetton(pool.asset1, fields, 'asset1Id', lookup, signal)),
      ];
      return { pool, jettons };
    } catch (error) {
      if (!(error instanceof BadValueError)) throw error;
      const reason = `the description of the pair: ${error.reason}`;
      return { reason, isPoolSpecific: error instanceof UnsupportedPoolError };
    }
  }

  private async findJetton(
    address: RawAddress,
    pair: Fields,
    idName: string,
    lookup: StoreLookup,
    signal: AbortSignal,
  ): Promise<JettonFacts[]> {
    if (address === TON_ADDRESS || (await lookup.hasJetton(address))) return [];
    this.requests += 1;
    const id = pair.required(idName, (_, text) => text);
    const response = await this.client.describe('asset', id, signal);
    if (response === undefined) return [];
    const fields = readResponse('/asset', () => toFields(response).object('asset'));
    return fields ? [readAssetFacts(address, fields)] : [];
  }
}

function pairOf(response: Fields): Fields {
  return response.object('pair') ?? response.requiredObject('pool');
}

function readPool(address: RawAddress, fields: Fields, exchange: string): PoolRecord {
  const id = fields.optional('id', readAddress) ?? address;
  if (id !== address) throw new BadValueError('id is that of another pair', id);
  const asset0 = fields.required('asset0Id', readAssetId);
  const asset1 = fields.required('asset1Id', readAssetId);
  if (asset0 === asset1) throw new UnsupportedPoolError('asset1Id must differ from asset0Id', asset1);
  const created = fields.optional('createdAtBlockTimestamp', readUnixSeconds);
  return { address, exchange, asset0, asset1, ...(created && { createdAt: new Date(created * 1000) }) };
}

function readAssetId(name: string, text: string): RawAddress {
  return text.trim().toLowerCase() === 'native' ? TON_ADDRESS : readAsset(name, text);
}
