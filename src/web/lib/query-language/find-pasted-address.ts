import { parseAddress, type RawAddress } from '#contract/address.ts';
import { sanitizeText } from '#contract/format/sanitize-text.ts';

/** With its scheme, or as browsers show it: by its host. */
const LINK = /^([a-z][a-z\d+.-]*:\/\/|[a-z\d-]+(\.[a-z\d-]+)+\/)/i;
/** What a sentence or the end of a line puts around it. */
const AROUND = /^[(<[]+|[)>\].,;]+$/g;
const HASH = /^[\da-f]{64}$/i;
const NEARLY = /^([A-Za-z0-9+/_-]{48}|-?\d{1,3}:[0-9a-f]{50,})$/i;

/**
 * The address that somebody pasted: in any form, or as a part of a link to it. A hash alone is one of the base
 * workchain, but not in a link: there it may be a transaction's.
 */
export function findPastedAddress(text: string): RawAddress | undefined {
  const trimmed = sanitizeText(text).replace(AROUND, '');
  const whole = parseAddress(HASH.test(trimmed) ? `0:${trimmed}` : trimmed);
  if (whole !== undefined || !LINK.test(trimmed)) return whole;
  const parts = trimmed.split(/[/?#&=]/).map(parseAddress);
  return parts.findLast((address) => address !== undefined);
}

/** Whether a text was meant as an address but is none: a letter is wrong, or it is of the test network. */
export function isMalformedAddress(text: string): boolean {
  return NEARLY.test(text) && parseAddress(text) === undefined;
}
