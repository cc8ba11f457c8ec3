import type { Random } from '#testing/market/random.ts';

/** Faults in place of a complete response. */
export const responseFaults = [
  /** Status 429 without a hint when to retry. */
  'rateLimit',
  /** Status 429 with `Retry-After`. */
  'rateLimitWithRetryAfter',
  /** Status 500. */
  'serverError',
  /** The connection closes before as many bytes arrived as `Content-Length` announces. */
  'shortBody',
  /** The body is complete for HTTP, but its JSON ends in the middle. */
  'cutJson',
  /** Millions of tiny elements instead of rows. */
  'tinyElements',
  /** No response until the client gives up. */
  'hang',
] as const;
export type ResponseFault = (typeof responseFaults)[number];

/** Faults in the content of a complete response. */
const contentFaults = [
  /** Some rows occur twice. */
  'duplicates',
  /** Rows in random order. */
  'reordering',
  /** An additional row is nested 20,000 times. */
  'nestedRow',
  /** The latest block, or the list of pools, is that of an earlier time. */
  'olderHead',
  /** The latest block has the number 10^15, and an additional trade of a long page an lt beyond all others. */
  'wrongHead',
  /** `Date` and the time of the latest block are ahead. */
  'shiftedClock',
  /** The response is late. */
  'slow',
] as const;
type ContentFault = (typeof contentFaults)[number];

/** What goes wrong. Without a field, the fault does not occur. */
export interface Faults {
  /** Of all random decisions. Default 1. */
  readonly seed?: number;
  /** Probability of each fault per request. Those of response faults add up to at most 1. */
  readonly probabilities?: Readonly<Partial<Record<ResponseFault | ContentFault, number>>>;
  /** Value of `Retry-After`. Default 1. */
  readonly retryAfterSeconds?: number;
  /** How far a head moves backwards at most. Default 600. */
  readonly olderHeadSeconds?: number;
  /** How far a shifted clock is ahead. Default: a day. */
  readonly clockShiftSeconds?: number;
  /** By how much responses are late. Default 2000. */
  readonly slowMilliseconds?: number;
  /** Responses with more rows fail with status 504. Default: unlimited. */
  readonly maxRows?: number;
  /** Share of the swaps that appear later than their time, and by how much. */
  readonly lateSwaps?: { readonly share: number; readonly minSeconds: number; readonly maxSeconds: number };
  /** Number of invalid events, additional to the swaps of the market, as a share of these. */
  readonly invalidEvents?: number;
}

/** As many of all requests fail in different ways, or are late, as a share of up to 1. */
export function mixedFaults(share: number): Faults {
  const part = share / 6;
  return {
    probabilities: {
      rateLimit: part,
      rateLimitWithRetryAfter: part,
      serverError: part,
      shortBody: part,
      cutJson: part,
      slow: part,
    },
  };
}

/** Decides the faults of one request. */
export function pickFaults({ probabilities = {} }: Faults, random: Random) {
  let rest = random.next();
  const inPlace = responseFaults.find((fault) => {
    rest -= probabilities[fault] ?? 0;
    return rest < 0;
  });
  return {
    inPlace,
    content: new Set(contentFaults.filter((fault) => random.chance(probabilities[fault] ?? 0))),
  };
}

/** Changes the rows of a response: the elements of the array, or of the arrays in its fields. */
export function mapRows(body: unknown, change: (rows: readonly unknown[]) => readonly unknown[]): unknown {
  if (Array.isArray(body)) return change(body);
  const fields = Object.entries(body ?? {});
  return Object.fromEntries(
    fields.map(([name, value]) => [name, Array.isArray(value) ? change(value) : value]),
  );
}

/** Stands for a row that `JSON.stringify` could not write. */
const NESTED_ROW = 'nested row';
const NESTED_TEXT = '['.repeat(20_000) + ']'.repeat(20_000);

/** Returns the JSON of a body with rows as `disturb` returns them. */
export function bodyText(body: unknown): string {
  return JSON.stringify(body).replaceAll(JSON.stringify(NESTED_ROW), NESTED_TEXT);
}

/** Returns the rows as content faults change them. */
export function disturb(rows: readonly unknown[], faults: ReadonlySet<ContentFault>, random: Random) {
  const repeated = rows.filter(() => random.chance(0.3));
  const inPlace = rows.flatMap((row) => (random.chance(0.1) ? [row, row] : [row]));
  const disturbed = faults.has('duplicates') ? [...inPlace, ...repeated, ...rows.slice(0, 1)] : rows;
  const rowsWithNested = faults.has('nestedRow') ? [...disturbed, NESTED_ROW] : disturbed;
  return faults.has('reordering') ? random.shuffled(rowsWithNested) : rowsWithNested;
}
