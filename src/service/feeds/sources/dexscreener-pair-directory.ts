import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { StoreLookup } from '#service/feeds/client/source.ts';
import type { JettonFacts, PoolRecord } from '#service/market/batch.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import { readAddress, readAsset, readUnixSeconds } from '#service/validation/values.ts';
import type { AdapterClient } from './dexscreener-adapter-client.ts';
import { readAssetFacts } from './jetton-facts.ts';
import { readResponse } from './read-response.ts';

/** The description of a pair that is not stored, or the reason why it cannot be used. */
export type Pair =
  | { readonly pool: PoolRecord; readonly jettons: readonly JettonFacts[] }
  | { readonly reason: string };

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
    if (response === undefined) return { reason: 'the source does not describe the pair' };
    const fields = readResponse('/pair', () => toFields(response));
    const pair = await this.readPair(address, fields, lookup, signal);
    if ('pool' in pair) this.pairs.set(address, pair);
    return pair;
  }

  private async readPair(
    address: RawAddress,
    response: Fields,
    lookup: StoreLookup,
    signal: AbortSignal,
  ): Promise<Pair> {
    try {
      const fields = response.object('pair') ?? response.requiredObject('pool');
      const pool = readPool(address, fields, this.exchange);
      const jettons = [
        ...(await this.findJetton(pool.asset0, fields, 'asset0Id', lookup, signal)),
        ...(await this.findJetton(pool.asset1, fields, 'asset1Id', lookup, signal)),
      ];
      return { pool, jettons };
    } catch (error) {
      if (error instanceof BadValueError) return { reason: `the description of the pair: ${error.reason}` };
      throw error;
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

function readPool(address: RawAddress, fields: Fields, exchange: string): PoolRecord {
  const id = fields.optional('id', readAddress) ?? address;
  if (id !== address) throw new BadValueError('id is that of another pair', id);
  const asset0 = fields.required('asset0Id', readAssetId);
  const asset1 = fields.required('asset1Id', readAssetId);
  if (asset0 === asset1) throw new BadValueError('asset1Id must differ from asset0Id', asset1);
  const created = fields.optional('createdAtBlockTimestamp', readUnixSeconds);
  return { address, exchange, asset0, asset1, ...(created && { createdAt: new Date(created * 1000) }) };
}

function readAssetId(name: string, text: string): RawAddress {
  return text.trim().toLowerCase() === 'native' ? TON_ADDRESS : readAsset(name, text);
}
