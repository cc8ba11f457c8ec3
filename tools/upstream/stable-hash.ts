import { createHash } from 'node:crypto';
import type { RawAddress } from '#contract/address.ts';

/** Returns 64 hex digits that depend on the text only. */
export function stableHex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns an integer from 0 to `count` − 1 that depends on the text only. */
export function stableIndex(text: string, count: number): number {
  return createHash('sha256').update(text).digest().readUInt32BE() % count;
}

/** Returns a number in [0, 1) that depends on the text only. */
export function stableFraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}

/** Returns an item that depends on the text only. */
export function stablePick<Item>(text: string, items: readonly [Item, ...Item[]]): Item {
  return items[stableIndex(text, items.length)] ?? items[0];
}

/** Returns an address for a contract that the market does not name, such as a router. */
export function inventedAddress(name: string): RawAddress {
  return `0:${stableHex(name)}`;
}
