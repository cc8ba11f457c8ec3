import { parseAddress, type RawAddress } from '#contract/address.ts';
import { sanitizeText } from '#contract/text.ts';

/** With a scheme, or starting with a host name as browsers show it. */
const LINK = /^([a-z][a-z\d+.-]*:\/\/|[a-z\d-]+(\.[a-z\d-]+)+\/)/i;
/** Surrounding punctuation. */
const PUNCTUATION = /^[(<[]+|[)>\].,;]+$/g;
const HASH = /^[\da-f]{64}$/i;
const ADDRESS_LIKE = /^([A-Za-z0-9+/_-]{48}|-?\d{1,3}:[0-9a-f]{50,})$/i;

/**
 * Returns the address in a pasted text: in any form, or as part of a link. A bare hash is an address of the base workchain,
 * except in a link, where it may be a transaction hash.
 */
export function findPastedAddress(text: string): RawAddress | undefined {
  const trimmed = sanitizeText(text).replace(PUNCTUATION, '');
  const whole = parseAddress(HASH.test(trimmed) ? `0:${trimmed}` : trimmed);
  if (whole !== undefined || !LINK.test(trimmed)) return whole;
  const parts = trimmed.split(/[/?#&=]/).map(parseAddress);
  return parts.findLast((address) => address !== undefined);
}

/** Error message for a malformed address. */
export const MALFORMED_ADDRESS = 'Not a mainnet address. Check for typos';

/** Returns whether a text looks like an address but is invalid: it has a typo or belongs to the testnet. */
export function isMalformedAddress(text: string): boolean {
  return ADDRESS_LIKE.test(text) && parseAddress(text) === undefined;
}
