import { MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH } from '#contract/jetton-filter.ts';

/** Returns why services reject a search text because of its length in characters; undefined if they accept it. */
export function searchLengthError(text: string): string | undefined {
  const { length } = [...text];
  if (length < MIN_SEARCH_LENGTH) return `Search needs at least ${MIN_SEARCH_LENGTH} characters`;
  return length > MAX_SEARCH_LENGTH ? `Search is limited to ${MAX_SEARCH_LENGTH} characters` : undefined;
}
