import { sanitizeText } from '#contract/text.ts';
import { capitalize } from './format-text.ts';

const exchangeNames: ReadonlyMap<string, string> = new Map([
  ['stonfi', 'STON.fi'],
  ['dedust', 'DeDust'],
  ['tonco', 'TONCO'],
]);

/** Returns the display name of an exchange, as in "STON.fi". An unknown ID, which is untrusted, is returned as text. */
export function exchangeName(id: string): string {
  return exchangeNames.get(id) ?? sanitizeText(id);
}

const TYPE_PREFIX = 'JTN_MRKT_';

/** By type without prefix, in lower case. `linear` is the type of pools whose data has none. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['linear', 'Constant product'],
  ['stable', 'Stable swap'],
  ['volatile', 'Constant product'],
]);

/**
 * Returns the display name of a pool's type, as in "Constant product" for `constant_product` or `JTN_MRKT_LINEAR`. Other
 * types, which are untrusted, are returned as a phrase: "Stable swap" for `JTN_MRKT_STABLE_SWAP`.
 */
export function poolTypeName(type: string): string {
  const id = sanitizeText(type.startsWith(TYPE_PREFIX) ? type.slice(TYPE_PREFIX.length).toLowerCase() : type);
  const phrase = id.replaceAll('_', ' ');
  return typeNames.get(id) ?? capitalize(phrase);
}
