/** Returns the last value of each key. */
export function distinctBy<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Value[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}
