import type { JsonValue } from './json-value.ts';

/** A request to one source, without the source's path prefix. */
export interface SourceRequest {
  readonly method: string;
  /** Decoded segments of the path. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: string;
  /** The simulator's clock, in milliseconds. */
  readonly now: number;
  /** The time of the head, in milliseconds: `now`, or earlier while it moves backwards. */
  readonly headTime: number;
  /** Applies duplicates and reordering to the rows of a response. */
  readonly disturb: <Row>(rows: readonly Row[]) => Row[];
}

export interface Reply {
  /** Kind of the path, for counts: the path without addresses and dates. */
  readonly route: string;
  readonly status: number;
  readonly body: JsonValue;
  /** Number of rows, for responses without pages. */
  readonly rows?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers requests in the format of a public service. */
export type Source = (request: SourceRequest) => Reply;

export function success(route: string, body: JsonValue, rows = 0): Reply {
  return { route, status: 200, body, rows };
}

export function failure(route: string, status: number, error: string): Reply {
  return { route, status, body: { error } };
}

export const unknownPath: Reply = failure('unknown path', 404, 'Unknown path');

/** Returns the value of a query parameter that must be an integer from `min` on, or undefined. */
export function integerParameter(query: URLSearchParams, name: string, min = 0): number | undefined {
  const text = query.get(name) ?? '';
  const value = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min ? value : undefined;
}
