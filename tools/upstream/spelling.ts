import { Address } from '@ton/core';
import { parseAddress, type RawAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { WRAPPED_TON } from '#service/validation/values.ts';
import { stableIndex } from './stable-hash.ts';

/** Returns the raw address in upper case, as TON Center writes it. */
export function upperCaseRaw(address: RawAddress): string {
  return address.toUpperCase();
}

/** Returns the address in one of the common formats: always the same one for an address. */
export function spelled(address: RawAddress): string {
  switch (stableIndex(address, 4)) {
    case 0:
      return address;
    case 1:
      return upperCaseRaw(address);
    case 2:
      return Address.parseRaw(address).toString({ bounceable: false });
    default:
      return toUserFriendly(address);
  }
}

/** Returns the address under which a pool of STON.fi holds TON: native, or one of the wrapped coins. */
export function tonOfPool(pool: RawAddress): RawAddress {
  return [TON_ADDRESS, ...WRAPPED_TON][stableIndex(`TON of ${pool}`, 1 + WRAPPED_TON.length)] ?? TON_ADDRESS;
}

/** Parses an asset in any format: an address, or `native`. Wrapped TON is TON. Returns undefined for other text. */
export function parseAsset(text: string): RawAddress | undefined {
  if (text === 'native') return TON_ADDRESS;
  const address = parseAddress(text);
  return address !== undefined && WRAPPED_TON.includes(address) ? TON_ADDRESS : address;
}
