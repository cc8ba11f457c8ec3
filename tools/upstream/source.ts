import * as z from 'zod';
import { parseAddress, type RawAddress } from '#contract/address.ts';
import type { Dataset } from '#testing/oracle/read-dataset.ts';
import type { EventBook } from './event-book.ts';

interface SourceRequest {
  /** The decoded segment of the path that varies. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: string;
  /** The simulator's clock, in milliseconds. */
  readonly now: number;
  /** The time of the head, in milliseconds: `now`, or earlier while it moves backwards. */
  readonly headTime: number;
  /** By how many milliseconds times of the head are ahead. */
  readonly clockShift: number;
  /** Whether the head is one that cannot be. */
  readonly hasWrongHead: boolean;
}

/** Returns the body of the response. Throws Rejection. */
type Endpoint = (request: SourceRequest) => unknown;

/** Endpoints in the format of a public service, by method and path, such as `GET /v2/pools/{address}/trades`. */
export type Source = Readonly<Record<string, Endpoint>>;

/** What the sources of swaps serve. */
export interface ServedEvents {
  readonly market: Dataset;
  readonly book: EventBook;
  /** Whether assets include their decimals. */
  readonly withDecimals: boolean;
}

/** A response with another status than 200. */
export class Rejection extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Throws Rejection if the input of a request is invalid. */
export function parseInput<Value>(schema: z.ZodType<Value>, input: unknown, status = 400): Value {
  const { data, error } = schema.safeParse(input);
  if (error) throw new Rejection(status, z.prettifyError(error));
  return data;
}

/** An integer that is not negative, as text. */
export const digits = z.string().regex(/^\d+$/).transform(Number);

/** An address in any format. */
export const rawAddress = z.string().transform((text, context): RawAddress => {
  const parsed = parseAddress(text);
  if (parsed === undefined) context.addIssue(`can't decode address ${text}`);
  return parsed ?? z.NEVER;
});

/** Parses JSON text, for schemas of what it contains. */
export const jsonText = z.string().transform((body, context): unknown => {
  try {
    return JSON.parse(body);
  } catch (error) {
    context.addIssue(String(error));
    return z.NEVER;
  }
});
