import type { AddressBook } from '#contract/address.ts';
import type { ShortJettonMeta } from '#contract/jetton.ts';
import type { Caller } from '#service/config/context.ts';
import { addressBookOf } from './address-book.ts';
import type { Page, PageRow } from './lists/jetton-page.ts';
import { jettonMapOf, shortMeta } from './short-meta.ts';

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
