/**
 * The form in which texts are compared when letter case is ignored, for every alphabet. Folds code point by code point,
 * so a substring folds to a substring of the folded text. The upper case step merges what lower case keeps apart (ſ and
 * s, ς and σ); the lower case step before it handles ẞ, whose upper case differs from that of ß.
 */
export function foldCase(text: string): string {
  let folded = '';
  for (const point of text) folded += point.toLowerCase().toUpperCase().toLowerCase();
  return folded;
}
