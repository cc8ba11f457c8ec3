import { sanitizeText } from './sanitize-text.ts';

/** Single words in ASCII, separated by single blanks. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const MARKS = /\p{M}+/gu;
/** The sign of the Mongolian tugrik, which stablecoins use as a T. */
const TUGRIK = /₮/g;

/**
 * Returns text in a form for comparisons, as `search` of the API defines it: what is not visible is removed, like accents
 * and repeated blanks; letters are equal in upper and lower case, in compatibility forms (full width, ligatures), with
 * or without the dot of i; and `₮` is t.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  let folded = '';
  for (const point of sanitizeText(text).normalize('NFKC')) folded += foldCase(point);
  return folded.normalize('NFD').replace(MARKS, '').replace(TUGRIK, 't');
}

/**
 * Upper case merges letters with the same capital (ſ and s, ς and σ). The lower case step before it handles ẞ, whose
 * upper case differs from that of ß.
 */
function foldCase(point: string): string {
  return point.toLowerCase().toUpperCase().toLowerCase();
}
