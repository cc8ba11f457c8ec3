/** PostgreSQL stores neither the character NUL nor half of a surrogate pair: both become U+FFFD. */
export function storableText(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}
