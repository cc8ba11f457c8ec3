import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import type { JettonFacts } from '#service/market/batch.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import { readAddress, readAsset, readInt64, readInteger } from '#service/validation/values.ts';
import { readAssetFacts } from './jetton-facts.ts';

export type Reserves = readonly [reserve0: string, reserve1: string];

/** A pool of either list. */
export interface ListedPool {
  readonly address: RawAddress;
  readonly asset0: RawAddress;
  readonly asset1: RawAddress;
  readonly type: string | undefined;
  /** Logical time of the last change. */
  readonly lt: bigint;
  /** Base units; undefined if unknown. */
  readonly reserves: Reserves | undefined;
  /** Described by the full list only. */
  readonly jettons: readonly JettonFacts[];
}

/** Reads an item of `/v2/pools`, with descriptions of jettons, or of `/v2/pools-lite`. Throws BadValueError. */
export function readPool(item: unknown): ListedPool {
  const fields = toFields(item);
  const [first, second, ...others] = fields.requiredArray('assets');
  if (others.length > 0) throw new BadValueError('assets must have two elements');
  const assets = [readListedAsset(first), readListedAsset(second)] as const;
  const [asset0, asset1] = [assets[0].address, assets[1].address];
  if (asset0 === asset1) throw new BadValueError('the assets of a pool must differ', asset1);
  return {
    address: fields.required('address', readAddress),
    asset0,
    asset1,
    type: fields.text('type'),
    ...readChanges(fields),
    jettons: assets.flatMap(({ facts }) => facts ?? []),
  };
}

/**
 * Reads items of `/v2/pools-lite`, which are requested with every discovery: only what may have changed of pools that
 * have been read before.
 */
export class ShortListReader {
  /** By address as spelled in the list. */
  private readonly pools = new Map<string, ListedPool>();

  /** Throws BadValueError. */
  read(item: unknown): ListedPool {
    const fields = toFields(item);
    const spelling = fields.required('address', (_, text) => text);
    const previous = this.pools.get(spelling);
    const pool = previous ? { ...previous, ...readChanges(fields) } : readPool(item);
    if (!previous) this.pools.set(spelling, pool);
    return pool;
  }
}

function readChanges(fields: Fields): Pick<ListedPool, 'lt' | 'reserves'> {
  return { lt: BigInt(fields.required('lt', readInt64)), reserves: readReserves(fields) };
}

function readReserves(fields: Fields): Reserves | undefined {
  const [first, second] = fields.array('reserves') ?? [];
  const reserves = toFields({ reserve0: first, reserve1: second });
  const reserve0 = reserves.optional('reserve0', readInteger);
  const reserve1 = reserves.optional('reserve1', readInteger);
  return reserve0 === undefined || reserve1 === undefined ? undefined : [reserve0, reserve1];
}

/** Reads `"native"`, `"jetton:ADDRESS"` or an object. */
function readListedAsset(value: unknown): { address: RawAddress; facts?: JettonFacts } {
  if (value === 'native') return { address: TON_ADDRESS };
  if (typeof value === 'string') {
    if (value.startsWith('jetton:')) return { address: readAsset('an asset', value.slice('jetton:'.length)) };
    throw new BadValueError('an asset has an unknown type', value);
  }
  const fields = toFields(value, 'an asset');
  const address = readTypedAsset(fields, 'an asset');
  const metadata = fields.object('metadata');
  if (address === TON_ADDRESS || metadata === undefined) return { address };
  return { address, facts: readAssetFacts(address, metadata) };
}

/** Reads `{"type":"native"}` or `{"type":"jetton","address"}`. Throws BadValueError. */
export function readTypedAsset(fields: Fields, name: string): RawAddress {
  const type = fields.required('type', (_, text) => text);
  if (type === 'native') return TON_ADDRESS;
  if (type !== 'jetton') throw new BadValueError(`${name} has an unknown type`, type);
  return fields.required('address', readAsset);
}
