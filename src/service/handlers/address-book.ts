import { type AddressBook, toUserFriendly } from '#contract/address.ts';

/** The user-friendly form of every address that occurs in a response. */
export function addressBookOf(occurring: Iterable<string | null | undefined>): AddressBook {
  const book: AddressBook = {};
  for (const address of new Set(occurring)) {
    if (address) book[address] = { userFriendly: toUserFriendly(address) };
  }
  return book;
}
