const TRIGRAM_LENGTH = 3;

/** Every run of three code points of folded texts, each once: a text holds another only if it holds all its grams. */
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
