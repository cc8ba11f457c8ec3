import { type AddressBook, toUserFriendly } from '#contract/address.ts';

/** Returns the address book of a response for all its addresses. */
export function addressBookOf(addresses: Iterable<string | null | undefined>): AddressBook {
  const book: AddressBook = {};
  for (const address of new Set(addresses)) {
    if (address) book[address] = { userFriendly: toUserFriendly(address) };
  }
  return book;
}
