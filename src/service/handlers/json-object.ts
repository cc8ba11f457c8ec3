/** JSON of an object whose values are JSON already; those that are undefined are left out. */
export function jsonObject(fields: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(fields).flatMap(([name, json]) =>
    json === undefined ? [] : [`"${name}":${json}`],
  );
  return `{${written.join(',')}}`;
}

export function jsonArray(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}
