/** Parameters of a URL query. Values remain strings, because 64-bit numbers would lose digits. */
export type Query = { [key: string]: string | string[] };

/** Parses a query string. Repeated parameters become arrays. */
export function parseQuery(text: string): Query {
  const texts = new Map<string, string | string[]>();
  for (const [key, value] of new URLSearchParams(text)) {
    const existing = texts.get(key);
    texts.set(key, existing === undefined ? value : [existing, value].flat());
  }
  return Object.fromEntries(texts);
}

/** Returns the query string including the question mark, or an empty string without parameters. Inverse of `parseQuery`. */
export function stringifyQuery(query: object): string {
  const entries = Object.entries(query).flatMap(([key, value]: [string, unknown]) =>
    textsOf(value).map((text) => [key, text]),
  );
  // Unescaped commas are valid in a query and more readable.
  const text = new URLSearchParams(entries).toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

/** Returns whether two queries have the same parameters, in any order. */
export function isSameQuery(a: object, b: object): boolean {
  const [first = '', second = ''] = [a, b].map((query) => {
    const parameters = new URLSearchParams(stringifyQuery(query));
    parameters.sort();
    return parameters.toString();
  });
  return first === second;
}

/** Returns the texts of a parameter. Ignores values that links cannot contain. */
export function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? [`${value}`]
    : [];
}
