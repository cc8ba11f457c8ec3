/** Returns a function that computes each result once and caches it, without limit. */
export function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const cache = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const entry = cache.get(key) ?? { value: compute(key) };
    cache.set(key, entry);
    return entry.value;
  };
}

/** Returns a function that caches its last result. */
export function memoizeLast<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: compute(key) };
    return last.value;
  };
}
