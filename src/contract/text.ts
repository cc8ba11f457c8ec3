/*
 * Invisible characters and bidirectional controls, which make one name look like another: control characters, soft
 * hyphens, joiners, fillers, tags. U+FE0F is allowed, because it selects the emoji form of the preceding character.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}]|[\u115F\u1160\u3164\uFFA0]|\u034F|\u17B4|\u17B5|[\u180B-\u180D\u180F]|[\uFE00-\uFE0E\u{E0100}-\u{E01EF}]/gu;
const BLANKS = /[\t\n\v\f\r\p{Z}\u2800]+/gu;
/** More than four combining marks on one letter overlap the lines above and below. */
const EXCESS_MARKS = /(\p{M}{4})\p{M}+/gu;
const LONE_SURROGATES = /\p{Cs}/gu;
/**
 * Marks without a letter, also in half width, combine with the text before them, and searches ignore marks. U+0345 is a
 * letter in upper case.
 */
const ONLY_MARKS = /^(?:(?!\u0345)[\p{M}\uFF9E\uFF9F])+$/u;

/** Returns untrusted text as a single line of visible characters in logical order. Idempotent. */
export function sanitizeText(text: string): string {
  return text
    .replace(LONE_SURROGATES, '\uFFFD')
    .replace(BLANKS, ' ')
    .replace(INVISIBLE, '')
    .replace(EXCESS_MARKS, '$1')
    .replace(BLANKS, ' ')
    .trim()
    .replace(ONLY_MARKS, '');
}

let segmenter: Intl.Segmenter | undefined;

/** The first character that may have several code points: one not listed, or the one before it. */
const COMPOSED = /.?[^ -~¡-\u02FF\u0370-\u0482\u048A-\u052F₠-₿]|$/s;

/**
 * Yields the characters of text that a reader sees, which may have several code points. Those of Latin, Greek and Cyrillic
 * have one: creating a segmenter takes as long as rendering a page.
 */
export function* visibleCharacters(text: string): Generator<string> {
  // An accent belongs to the character before it.
  const end = text.search(COMPOSED);
  yield* text.slice(0, end);
  if (end === text.length) return;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text.slice(end))) yield segment;
}

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
