/** Replaces NUL characters and unpaired surrogates, which PostgreSQL cannot store, with U+FFFD. */
export function storableText(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}
