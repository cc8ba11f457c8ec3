/** The service writes a change with at least 4 decimals; the last of its digits is the driver's or the store's. */
const PERCENT_TOLERANCE = 1e-6;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isSamePercent(actual: unknown, expected: unknown): boolean {
  if (typeof actual !== 'number' || typeof expected !== 'number') return false;
  return Math.abs(actual - expected) <= PERCENT_TOLERANCE * Math.max(1, Math.abs(expected));
}

/** Every place where two answers differ, in words; only a `changePercent` may be a little off. */
export function differences(actual: unknown, expected: unknown, place = ''): string[] {
  if (place.endsWith('.changePercent') && isSamePercent(actual, expected)) return [];
  if (isRecord(actual) && isRecord(expected) && Array.isArray(actual) === Array.isArray(expected)) {
    const keys = new Set([...Object.keys(actual), ...Object.keys(expected)]);
    return [...keys].flatMap((key) => differences(actual[key], expected[key], `${place}.${key}`));
  }
  if (actual === expected) return [];
  return [`${place.slice(1)} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`];
}
