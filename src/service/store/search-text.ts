const TRIGRAM_LENGTH = 3;

/** Distinct trigrams (by code point) of case-folded texts. A text contains all trigrams of its substrings. */
export function trigrams(...folded: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of folded) {
    const points = Array.from(text);
    for (let end = TRIGRAM_LENGTH; end <= points.length; end += 1) {
      found.add(points.slice(end - TRIGRAM_LENGTH, end).join(''));
    }
  }
  return Array.from(found);
}
