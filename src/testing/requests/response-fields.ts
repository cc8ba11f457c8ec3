const ADDRESS = /^-?\d+:[0-9a-f]{64}$/;

/** Paths of the values in a response, such as `items[].changes.hour.previous.value`; addresses as keys count as one. */
export function fieldsOf(body: unknown, place = ''): string[] {
  if (Array.isArray(body)) return body.flatMap((item) => fieldsOf(item, `${place}[]`));
  if (typeof body !== 'object' || body === null) return [place.replace(/^\./, '')];
  return Object.entries(body).flatMap(([key, part]) =>
    fieldsOf(part, `${place}.${ADDRESS.test(key) ? '*' : key}`),
  );
}

/** Every raw address in a response, as a value or a key, but for the address book. */
export function addressesIn(body: unknown): string[] {
  if (typeof body === 'string') return ADDRESS.test(body) ? [body] : [];
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, part]) =>
    key === 'addressBook' ? [] : [...addressesIn(key), ...addressesIn(part)],
  );
}
