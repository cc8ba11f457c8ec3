const TRIGRAM_LENGTH = 3;

/**
 * The form in which texts are compared where letter case is ignored. Code point by code point, so that a part of a
 * text folds to the same part of the folded text. Through upper case, which brings together what lower case alone keeps
 * apart (ſ and s, ς and σ), and lower case before it for ẞ, whose upper case is not that of ß.
 */
export function foldCase(text: string): string {
  let folded = '';
  for (const point of text) folded += point.toLowerCase().toUpperCase().toLowerCase();
  return folded;
}

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
