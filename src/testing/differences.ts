/** Relative. The last digits of a percentage depend on the database driver and the store. */
const PERCENT_TOLERANCE = 1e-6;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isSamePercent(actual: unknown, expected: unknown): boolean {
  if (typeof actual !== 'number' || typeof expected !== 'number') return false;
  return Math.abs(actual - expected) <= PERCENT_TOLERANCE * Math.max(1, Math.abs(expected));
}

/** Returns a description of each difference between two JSON values. `changePercent` is compared with a tolerance. */
export function differences(actual: unknown, expected: unknown, path = ''): string[] {
  if (path.endsWith('.changePercent') && isSamePercent(actual, expected)) return [];
  if (isRecord(actual) && isRecord(expected) && Array.isArray(actual) === Array.isArray(expected)) {
    const keys = new Set([...Object.keys(actual), ...Object.keys(expected)]);
    return [...keys].flatMap((key) => differences(actual[key], expected[key], `${path}.${key}`));
  }
  if (actual === expected) return [];
  return [`${path.slice(1)} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`];
}
