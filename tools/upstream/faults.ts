import * as z from 'zod';
import { Random } from '#testing/market/random.ts';

/** Faults instead of a complete response. */
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
  /** No response until the client gives up. */
  'hang',
] as const;
export type ResponseFault = (typeof responseFaults)[number];

/** Faults in the content of a complete response. */
export const contentFaults = [
  /** Some rows occur twice. */
  'duplicates',
  /** Rows in random order. */
  'reordering',
  /** The latest block, or the list of pools, is that of an earlier time. */
  'olderHead',
] as const;
export type ContentFault = (typeof contentFaults)[number];

export const requestFaults = [...responseFaults, ...contentFaults] as const;
export type RequestFault = (typeof requestFaults)[number];

export const sources = ['stonfi', 'dedust', 'dexscreener', 'toncenter', 'tonapi', 'fx'] as const;
export type SourceName = (typeof sources)[number];

const probability = z.number().min(0).max(1);
const seconds = z.number().min(0);

export const faultsSchema = z.strictObject({
  /** Of all random decisions. Default 1. */
  seed: z.int().optional(),
  /** Faults of the next requests, one each, before probabilities apply; null for none. */
  next: z.array(z.enum(requestFaults).nullable()).optional(),
  /** Probability of each fault per request. Those of response faults add up to at most 1. */
  probabilities: z.partialRecord(z.enum(requestFaults), probability).optional(),
  /** Sources with faults per request. Default: all. */
  sources: z.array(z.enum(sources)).optional(),
  /** Value of `Retry-After`. Default 1. */
  retryAfterSeconds: z.int().min(0).optional(),
  /** How far a head moves backwards at most. Default 600. */
  olderHeadSeconds: seconds.optional(),
  /** Responses with more rows fail with status 504. Default: unlimited. */
  maxRows: z.int().min(1).optional(),
  /** Share of the swaps that appear later than their time, and by how much. */
  lateSwaps: z.strictObject({ share: probability, minSeconds: seconds, maxSeconds: seconds }).optional(),
  /** Number of invalid events, additional to the swaps of the market, as a share of these. */
  invalidEvents: probability.optional(),
  /** Pools whose swaps another exchange reports as well, under the same address. */
  claimedPools: z.array(z.strictObject({ pool: z.string(), exchange: z.string() })).optional(),
});

/** What goes wrong. Without a field, the fault does not occur. */
export type Faults = z.infer<typeof faultsSchema>;

/** The faults of one request. */
export interface FaultDecision {
  readonly response: ResponseFault | undefined;
  readonly content: ReadonlySet<ContentFault>;
  readonly random: Random;
}

/** Decides the faults of each request. Deterministic for a given order of requests. */
export class FaultDecider {
  readonly #faults: Faults;
  readonly #random: Random;
  readonly #next: (RequestFault | null)[];

  constructor(faults: Faults) {
    this.#faults = faults;
    this.#random = new Random(faults.seed ?? 1);
    this.#next = [...(faults.next ?? [])];
  }

  decide(source: SourceName): FaultDecision {
    const random = this.#random;
    if (!(this.#faults.sources ?? sources).includes(source)) {
      return { response: undefined, content: new Set(), random };
    }
    const next = this.#next.shift();
    if (next !== undefined) {
      return {
        response: responseFaults.find((fault) => fault === next),
        content: new Set(contentFaults.filter((fault) => fault === next)),
        random,
      };
    }
    const probabilities = this.#faults.probabilities ?? {};
    return {
      response: this.#pickResponseFault(probabilities),
      content: new Set(contentFaults.filter((fault) => random.chance(probabilities[fault] ?? 0))),
      random,
    };
  }

  #pickResponseFault(probabilities: NonNullable<Faults['probabilities']>): ResponseFault | undefined {
    let rest = this.#random.next();
    return responseFaults.find((fault) => {
      rest -= probabilities[fault] ?? 0;
      return rest < 0;
    });
  }
}

/** Returns the rows with some of them repeated, next to themselves or at the end. */
export function withDuplicates<Row>(random: Random, rows: readonly Row[]): Row[] {
  const repeated = rows.filter(() => random.chance(0.3));
  return [
    ...rows.flatMap((row) => (random.chance(0.1) ? [row, row] : [row])),
    ...repeated,
    ...rows.slice(0, 1),
  ];
}
