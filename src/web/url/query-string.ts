/** What stands behind the question mark, as texts: a service's 64-bit numbers must keep their digits. */
export type Query = { [key: string]: string | string[] };

export function parseQuery(text: string): Query {
  const texts = new Map<string, string | string[]>();
  for (const [key, value] of new URLSearchParams(text)) {
    const known = texts.get(key);
    texts.set(key, known === undefined ? value : [known, value].flat());
  }
  return Object.fromEntries(texts);
}

/** The other way; with its question mark, and empty where there is nothing to say. */
export function stringifyQuery(query: object): string {
  const entries = Object.entries(query).flatMap(([key, value]: [string, unknown]) =>
    textsOf(value).map((text) => [key, text]),
  );
  // A comma needs no escape in a query, and people read it more easily.
  const text = new URLSearchParams(entries).toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? [`${value}`]
    : [];
}
