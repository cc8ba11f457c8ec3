const ADDRESS = /^-?\d+:[0-9a-f]{64}$/;

/**
 * Returns the paths of the values in a response, such as `items[].changes.hour.previous.value`. Keys that are addresses
 * are replaced by `*`.
 */
export function fieldsOf(body: unknown, path = ''): string[] {
  if (Array.isArray(body)) return body.flatMap((item) => fieldsOf(item, `${path}[]`));
  if (typeof body !== 'object' || body === null) return [path.replace(/^\./, '')];
  return Object.entries(body).flatMap(([key, value]) =>
    fieldsOf(value, `${path}.${ADDRESS.test(key) ? '*' : key}`),
  );
}

/** Returns all raw addresses in a response, as values or keys, except in the address book. */
export function addressesIn(body: unknown): string[] {
  if (typeof body === 'string') return ADDRESS.test(body) ? [body] : [];
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    key === 'addressBook' ? [] : [...addressesIn(key), ...addressesIn(value)],
  );
}
