import * as z from 'zod/mini';
import { flatten, hasPrototypeName, type QueryEntry, QueryFormatError, unflatten } from './dotted-keys.ts';
import type { InputOf, Operation, RequestOf } from './operations.ts';

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query, relative to the base URL. */
  readonly url: string;
  /** JSON text, for POST only. */
  readonly body?: string;
}

/** Returns the parameter names in an operation's path. */
export function pathParameters(operation: Operation): string[] {
  return Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

/** Builds a client's HTTP request for an operation. */
export function toRequest<Op extends Operation>(operation: Op, input: RequestOf<Op>): WireRequest {
  const { method, path } = operation;
  const rest: { [key: string]: unknown } = { ...(input as object) };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  if (method === 'POST') return { method, url: filled, body: JSON.stringify(rest) };
  const query = toQuery(flatten(rest));
  return { method, url: query ? `${filled}?${query}` : filled };
}

function toQuery(entries: readonly QueryEntry[]): string {
  return entries.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`).join('&');
}

/** A request as the service receives it: decoded path parameters and query entries, and the parsed JSON body of a POST. */
export interface WireInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Iterable<QueryEntry>;
  readonly body: unknown;
}

/** Validates the input of a request. Returns undefined if any value is invalid. */
export function parseInput<Op extends Operation>(operation: Op, wire: WireInput): InputOf<Op> | undefined {
  const fields = operation.method === 'POST' ? bodyFields(wire.body) : queryFields(operation, wire.query);
  if (fields === undefined) return undefined;
  const result = z.safeParse(operation.input, { ...fields, ...wire.path });
  return result.success ? (result.data as InputOf<Op>) : undefined;
}

function bodyFields(body: unknown): object | undefined {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject && !hasPrototypeName(body) ? body : undefined;
}

function queryFields(operation: Operation, query: Iterable<QueryEntry>): object | undefined {
  const inPath = new Set(pathParameters(operation));
  const entries = Array.from(query).filter(([key]) => !inPath.has(key));
  try {
    return unflatten(operation.input, entries);
  } catch (error) {
    if (error instanceof QueryFormatError) return undefined;
    throw error;
  }
}
