import type { RawAddress } from '#contract/address.ts';
import { findPastedAddress, isMalformedAddress } from '#web/list/query/find-pasted-address.ts';

/** The meaning of a text in a search field. */
export interface SearchText {
  /** In a pasted text: the jetton or pool to find. */
  readonly address: RawAddress | undefined;
  /** Part of a name or symbol, or a pair. Empty if there is nothing to search for. */
  readonly phrase: string;
  /** Whether the text is an address with a typo or of another network. */
  readonly isMalformed: boolean;
}

/** Interprets the text of a field that accepts names and addresses, but no filters. */
export function searchTextOf(text: string): SearchText {
  const address = findPastedAddress(text);
  const trimmed = text.trim();
  const isMalformed = isMalformedAddress(trimmed);
  return { address, phrase: address === undefined && !isMalformed ? trimmed : '', isMalformed };
}
