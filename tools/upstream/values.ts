import { createHash } from 'node:crypto';
import { Address } from '@ton/core';
import { parseAddress, type RawAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { decimalFromAmount } from '#contract/amount.ts';
import { WRAPPED_TON } from '#service/validation/values.ts';
import type { Dataset, Pool } from '#testing/oracle/read-dataset.ts';

// All choices depend on a text only, so that a value is always served in the same form.

/** Returns 64 hex digits. */
export function stableHex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns a number in [0, 1). */
export function stableFraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}

export function stablePick<Item>(text: string, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(stableFraction(text) * items.length)] ?? items[0];
}

/** Returns the address in one of the common formats. */
export function spelled(address: RawAddress): string {
  const nonBounceable = () => Address.parseRaw(address).toString({ bounceable: false });
  const forms = [() => address, () => address.toUpperCase(), nonBounceable, () => toUserFriendly(address)];
  return stablePick(address, forms as [() => string])();
}

/** Returns the address under which a pool holds an asset; TON is native or one of the wrapped coins. */
export function assetOfPool({ address, assets }: Pool, index: 0 | 1): RawAddress {
  const asset = assets[index];
  return asset === TON_ADDRESS ? stablePick(`TON of ${address}`, [TON_ADDRESS, ...WRAPPED_TON]) : asset;
}

/** Parses an asset in any format: an address, or `native`. Wrapped TON is TON. Returns undefined for other text. */
export function parseAsset(text: string): RawAddress | undefined {
  if (text === 'native') return TON_ADDRESS;
  const address = parseAddress(text);
  return address !== undefined && WRAPPED_TON.includes(address) ? TON_ADDRESS : address;
}

/** Converts base units to a decimal in whole units, without trailing zeros. */
export function wholeUnits(units: bigint, decimals: number): string {
  const text = paddedWholeUnits(units, decimals);
  return decimals === 0 ? text : text.replace(/\.?0+$/, '');
}

/** Converts base units to a decimal in whole units with exactly `decimals` fractional digits. */
export function paddedWholeUnits(units: bigint, decimals: number): string {
  return decimalFromAmount({ value: String(units), decimals });
}

const TON_DECIMALS = 9;

/** Returns the decimals of TON or a jetton. Throws for jettons that the market does not contain. */
export function decimalsOf({ jettons }: Dataset, asset: RawAddress): number {
  const decimals = asset === TON_ADDRESS ? TON_DECIMALS : jettons.get(asset)?.decimals;
  if (decimals !== undefined) return decimals;
  throw new RangeError(`The market has pools of ${asset}, but jettons.json does not contain it`);
}
