const ASCII = /^\p{ASCII}*$/u;

/**
 * Returns text in a form for case-insensitive comparison in every alphabet. Folds each code point separately, so the
 * folded form of a substring is a substring of the folded text. Upper case merges letters with the same capital (ſ and
 * s, ς and σ). The lower case step before it handles ẞ, whose upper case differs from that of ß.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  let folded = '';
  for (const point of text) folded += point.toLowerCase().toUpperCase().toLowerCase();
  return folded;
}
