/**
 * The form in which the service compares texts: letter case ignored for every alphabet, code point by code point.
 * Through upper case, which brings together what lower case alone keeps apart (ſ and s, ς and σ).
 */
export function fold(text: string): string {
  let folded = '';
  for (const point of text) folded += point.toLowerCase().toUpperCase().toLowerCase();
  return folded;
}
