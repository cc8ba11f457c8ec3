import { type SQL, sql } from 'drizzle-orm';
import { type AddressBook, type RawAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { type Amount, amountFromDecimal } from '#contract/amount.ts';
import type { ShortJettonMeta } from '#contract/jetton.ts';
import type { NativeCoin } from '#contract/native-coin.ts';
import type { Caller } from '#service/config/context.ts';
import { imageHash, proxiedImagePath, proxiedSource } from './jetton-images.ts';
import type { Page, PageRow } from './lists/jetton-page.ts';
import type { ShortMetaRow } from './lists/short-meta.ts';

interface ListEnvelope {
  readonly addressBook: AddressBook;
  readonly jettons: Record<string, ShortJettonMeta>;
  readonly next: string | undefined;
}

/** Returns the response fields next to `items` of operations 2 to 5. */
export function listEnvelope({ rows, next }: Page<PageRow>, caller: Caller): ListEnvelope {
  return {
    addressBook: addressBookOf(rows.map(({ address }) => address)),
    jettons: jettonMapOf(rows.map((row) => shortMeta(row, caller))),
    next,
  };
}

/** Returns the address book of a response for all its addresses. */
export function addressBookOf(addresses: Iterable<string | null | undefined>): AddressBook {
  const book: AddressBook = {};
  for (const address of new Set(addresses)) {
    if (address) book[address] = { userFriendly: toUserFriendly(address) };
  }
  return book;
}

export function shortMeta(row: ShortMetaRow, caller: Caller): ShortJettonMeta {
  const { address, name, symbol, decimals, image } = row;
  return { address, name, symbol, decimals, image: imageUrl(image, address, caller) };
}

/** Returns the metadata of the native coin as the counterpart of a market. */
export function nativeMeta({ name, symbol }: NativeCoin): ShortJettonMeta {
  return { address: TON_ADDRESS, name, symbol, decimals: 9 };
}

export function jettonMapOf(metas: readonly ShortJettonMeta[]): Record<string, ShortJettonMeta> {
  return Object.fromEntries(metas.map((meta) => [meta.address, meta]));
}

const RENDERED_IMAGES = '/pictures/';

/** Returns the absolute URL of an image of a jetton. Images rendered by this service are stored as a path. */
export function imageUrl(
  image: string | null,
  jetton: string,
  { baseUrl, proxiesImages }: Caller,
): string | undefined {
  if (image === null) return undefined;
  if (image.startsWith(RENDERED_IMAGES)) return baseUrl + image;
  const source = proxiesImages ? proxiedSource(image) : undefined;
  return source === undefined ? image : baseUrl + proxiedImagePath(jetton, imageHash(source));
}

/** Returns the fields of a trader, who is unknown for swaps that were stored before addresses were. */
export function whoFields(who: RawAddress | null): {
  who: RawAddress | undefined;
  whoFriendly: string | undefined;
} {
  return { who: optional(who), whoFriendly: who === null ? undefined : toUserFriendly(who) };
}

/** Scalar subquery with the id of a trader. */
export function traderId(address: RawAddress): SQL {
  return sql`(select id from trader where address = ${address})`;
}

/** Converts null to undefined: responses omit unknown values. */
export function optional<Value>(value: Value | null): Value | undefined {
  return value ?? undefined;
}

/** Converts a decimal number to an Amount with the same number of decimals, and null to undefined. */
export function optionalAmount(decimal: string | null): Amount | undefined {
  return decimal === null ? undefined : amountFromDecimal(decimal);
}
