import type { RawAddress } from '#contract/address.ts';
import { currencies } from '#contract/enums.ts';
import type { SourceData, StoreLookup } from '#service/feeds/client/source.ts';
import type { HolderRecord, PoolRecord } from '#service/market/batch.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { type Fields, parseFields, toFields } from '#service/validation/fields.ts';
import { readJetton, readJettonAddress, readWarnings } from '#service/validation/read-jetton.ts';
import {
  readAddress,
  readAsset,
  readDate,
  readDecimal,
  readHolderKind,
  readInteger,
  readLt,
  readPositiveInteger,
  readTime,
  readUnixSeconds,
} from '#service/validation/values.ts';

/** In bytes or characters. */
export const MAX_LINE_LENGTH = 1 << 20;

type Mutable<Data> = {
  -readonly [Name in keyof Data]-?: Data[Name] extends readonly (infer Item)[] | undefined ? Item[] : never;
};

/** Data of lines that were read together. A swap may refer to a pool of an earlier line. */
export class RecordReader {
  readonly data: Mutable<Omit<SourceData, 'received'>> & { received: number } = {
    received: 0,
    jettons: [],
    pools: [],
    reserves: [],
    swaps: [],
    invalid: [],
    jettonRecords: [],
    rates: [],
    claims: [],
    holders: [],
  };
  private readonly pools = new Map<RawAddress, PoolRecord>();
  private readonly lookup: Pick<StoreLookup, 'findPool'>;
  private readonly exchanges: readonly string[];

  constructor(lookup: Pick<StoreLookup, 'findPool'>, exchanges: readonly string[]) {
    this.lookup = lookup;
    this.exchanges = exchanges;
  }

  /** Reads a line; invalid ones are added to `data.invalid` with `key`. Empty lines are skipped. */
  async addLine(text: string, key: string): Promise<void> {
    if (text.trim() === '') return;
    this.data.received += 1;
    try {
      await this.addRecord(parseFields(text));
    } catch (error) {
      if (!(error instanceof BadValueError)) throw error;
      this.data.invalid.push({ key, reason: error.reason, event: text });
    }
  }

  private async addRecord(fields: Fields): Promise<void> {
    const type = fields.required('type', (_, text) => text);
    switch (type) {
      case 'swap':
        return await this.addSwap(fields);
      case 'jetton':
        return this.addJetton(fields);
      case 'pool':
        return await this.addPool(fields);
      case 'reserves':
        return this.addReserves(fields);
      case 'holders':
        return this.addHolders(fields);
      case 'rate':
        return this.addRates(fields);
      default:
        throw new BadValueError('type must be swap, jetton, pool, reserves, holders or rate', type);
    }
  }

  private addJetton(fields: Fields): void {
    const address = readJettonAddress(fields);
    const warnings = readWarnings(fields);
    this.data.jettonRecords.push(readJetton(address, fields));
    this.data.claims.push(...warnings.map((claim) => ({ address, ...claim })));
  }

  private async addPool(fields: Fields): Promise<void> {
    const address = fields.required('address', readAddress);
    const pool: PoolRecord = {
      address,
      exchange: fields.required('exchange', (name, text) => {
        if (this.exchanges.includes(text)) return text;
        throw new BadValueError(`${name} must be one of ${this.exchanges.join(', ')}`, text);
      }),
      asset0: fields.required('asset0', readAsset),
      asset1: fields.required('asset1', readAsset),
      type: fields.text('poolType'),
      createdAt: fields.optional('createdAt', readTime),
    };
    if (pool.asset0 === pool.asset1) throw new BadValueError('asset1 must differ from asset0');
    const existing = this.pools.get(address) ?? (await this.lookup.findPool(address));
    // The order of the assets gives the direction of swaps.
    if (existing && (existing.asset0 !== pool.asset0 || existing.asset1 !== pool.asset1))
      throw new BadValueError('asset0 and asset1 differ from those of the existing pool');
    const [reserve0, reserve1] = [
      fields.optional('reserve0', readInteger),
      fields.optional('reserve1', readInteger),
    ];
    const time = fields.optional('reservesAt', readTime);
    this.pools.set(address, pool);
    this.data.pools.push(pool);
    if (reserve0 !== undefined && reserve1 !== undefined && time !== undefined) {
      const reserves = { reserve0: { baseUnits: reserve0 }, reserve1: { baseUnits: reserve1 } };
      this.data.reserves.push({ pool: address, time, ...reserves });
    }
  }

  private addReserves(fields: Fields): void {
    this.data.reserves.push({
      pool: fields.required('pool_address', readAddress),
      time: new Date(1000 * fields.required('event_time', readUnixSeconds)),
      lt: fields.optional('lt', readLt),
      reserve0: { baseUnits: fields.required('reserve0_raw', readInteger) },
      reserve1: { baseUnits: fields.required('reserve1_raw', readInteger) },
    });
  }

  private addHolders(fields: Fields): void {
    const holders = fields.requiredArray('holders').map((item): HolderRecord => {
      const holder = toFields(item, 'a holder');
      return {
        owner: holder.required('owner_address', readAddress),
        balance: holder.required('balance_raw', readInteger),
        kind: holder.optional('kind', readHolderKind),
        name: holder.text('name'),
      };
    });
    this.data.holders.push({
      token: fields.required('token_address', readAddress),
      time: new Date(1000 * fields.required('snapshot_time', readUnixSeconds)),
      source: 'ndjson',
      supply: fields.optional('supply_raw', readInteger),
      holders,
    });
  }

  private addRates(fields: Fields): void {
    const date = fields.required('date', readDate);
    for (const code of currencies) {
      const rate = fields.optional(code, readDecimal);
      if (rate === '0') throw new BadValueError(`${code} must be greater than 0`);
      if (rate !== undefined) this.data.rates.push({ date, code, rate });
    }
  }

  private async addSwap(fields: Fields): Promise<void> {
    const pool = fields.required('pool_address', readAddress);
    const assets = this.pools.get(pool) ?? (await this.lookup.findPool(pool));
    if (!assets) throw new BadValueError('pool_address is unknown', pool);
    const sold = fields.required('token_sold_address', readAsset);
    const bought = fields.required('token_bought_address', readAsset);
    const sold0 = sold === assets.asset0;
    if (
      sold !== (sold0 ? assets.asset0 : assets.asset1) ||
      bought !== (sold0 ? assets.asset1 : assets.asset0)
    )
      throw new BadValueError('the tokens are not the assets of the pool', `${sold} ${bought}`);
    const soldAmount = { baseUnits: fields.required('amount_sold_raw', readPositiveInteger) };
    const boughtAmount = { baseUnits: fields.required('amount_bought_raw', readPositiveInteger) };
    const reserve = (name: string) => {
      const baseUnits = fields.optional(name, readInteger);
      return baseUnits === undefined ? undefined : { baseUnits };
    };
    this.data.swaps.push({
      pool,
      trader: fields.required('trader_address', readAddress),
      time: new Date(1000 * fields.required('event_time', readUnixSeconds)),
      lt: fields.required('lt', readLt),
      sold0,
      amount0: sold0 ? soldAmount : boughtAmount,
      amount1: sold0 ? boughtAmount : soldAmount,
      reserve0: reserve('reserve0_raw'),
      reserve1: reserve('reserve1_raw'),
      volumeUsd: fields.optional('volume_usd', readDecimal),
      txHash: fields.txHash('tx_hash'),
    });
  }
}
