import { TON_ADDRESS } from '#contract/address.ts';
import type { Amount } from '#service/feeds/client/source.ts';
import type { JettonFacts, PoolRecord, ReservesRecord, SwapRecord } from '#service/market/batch.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import {
  readAddress,
  readAsset,
  readInt64,
  readInteger,
  readPositiveInteger,
  readTimeInUtc,
} from '#service/validation/values.ts';
import { readAssetFacts } from './jetton-facts.ts';
import { LenientReader } from './lenient-reader.ts';
import { wholeSeconds } from './whole-seconds.ts';

/** A successful operation: a swap, or another one that reports reserves. */
export interface Operation {
  readonly pool: PoolRecord;
  readonly jettons: readonly JettonFacts[];
  readonly time: Date;
  readonly swap?: SwapRecord<Amount>;
  readonly reserves?: ReservesRecord<Amount>;
}

const SWAP_EXIT_CODES = ['swap_ok', 'swap_ok_ref'];

/** Reads an item of `/v1/stats/operations`; undefined if there is nothing to store. Throws BadValueError. */
export function readOperation(item: unknown, exchange: string): Operation | undefined {
  const info = toFields(item);
  const fields = info.requiredObject('operation');
  if (fields.boolean('success') !== true) return undefined;
  const reserves = readReserves(fields);
  const isSwap = isSwapOperation(fields);
  if (!isSwap && reserves === undefined) return undefined;
  const pool = readPool(fields, exchange);
  const time = wholeSeconds(fields.required('pool_tx_timestamp', readTimeInUtc));
  const common = { pool, time, jettons: readJettons(info) };
  if (isSwap) return { ...common, swap: { ...readSwap(fields), ...reserves, pool: pool.address, time } };
  return reserves && { ...common, reserves: { ...reserves, pool: pool.address, time } };
}

function isSwapOperation(fields: Fields): boolean {
  const text = (name: string) => fields.optional(name, (_, value) => value.toLowerCase()) ?? '';
  return text('operation_type') === 'swap' && SWAP_EXIT_CODES.includes(text('exit_code'));
}

function readPool(fields: Fields, exchange: string): PoolRecord {
  const asset0 = fields.required('asset0_address', readAsset);
  const asset1 = fields.required('asset1_address', readAsset);
  if (asset0 === asset1) throw new BadValueError('asset1_address must differ from asset0_address', asset1);
  return { address: fields.required('pool_address', readAddress), exchange, asset0, asset1 };
}

// Amounts are positive if they go into the pool.
function readSwap(
  fields: Fields,
): Pick<SwapRecord<Amount>, 'trader' | 'lt' | 'sold0' | 'amount0' | 'amount1'> {
  const amount0 = fields.required('asset0_amount', readSignedAmount);
  const amount1 = fields.required('asset1_amount', readSignedAmount);
  if (amount0.isNegative === amount1.isNegative) {
    throw new BadValueError('asset0_amount and asset1_amount must have different signs');
  }
  return {
    trader: fields.required('wallet_address', readAddress),
    lt: BigInt(fields.required('pool_tx_lt', readInt64)),
    sold0: amount1.isNegative,
    amount0: { baseUnits: amount0.digits },
    amount1: { baseUnits: amount1.digits },
  };
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
function readJettons(info: Fields): JettonFacts[] {
  const facts = new LenientReader();
  return ['asset0_info', 'asset1_info'].flatMap(
    (name) => facts.read(() => readAssetInfo(info.object(name))) ?? [],
  );
}

/** Reads STON.fi's description of an asset; undefined if it is missing or describes TON. Throws BadValueError. */
export function readAssetInfo(fields: Fields | undefined): JettonFacts | undefined {
  const address = fields?.optional('contract_address', readAsset);
  if (fields === undefined || address === undefined || address === TON_ADDRESS) return undefined;
  return readAssetFacts(address, fields, { name: 'display_name', image: 'image_url' });
}
