import * as z from 'zod/mini';
import { flatten, hasPrototypeName, InputFormatError, type QueryEntry, unflatten } from './dotted-keys.ts';
import { normalizeInput } from './normalize-input.ts';
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

/** The input of a request, with names for developers of clients. */
export interface ParsedInput<Op extends Operation> {
  /** Undefined if any value is invalid. */
  readonly value: InputOf<Op> | undefined;
  /** Dotted names of the parameters and body fields that the operation does not define, as sent by the client. */
  readonly ignored: readonly string[];
  /** Dotted names of invalid parameters and body fields, or `body`; `ignored` may be incomplete. */
  readonly invalid: readonly string[];
}

/** Validates the input of a request. */
export function parseInput<Op extends Operation>(operation: Op, wire: WireInput): ParsedInput<Op> {
  const ignored = new Set<string>();
  const onUnknown = (name: string) => ignored.add(name);
  try {
    const fields =
      operation.method === 'POST' ? bodyFields(wire.body) : queryFields(operation, wire, onUnknown);
    if (operation.method === 'POST') for (const [name] of wire.query) onUnknown(name);
    const normalized = normalizeInput(operation.input, fields, onUnknown);
    const { success, data, error } = z.safeParse(operation.input, {
      ...(normalized as object),
      ...wire.path,
    });
    return success
      ? { value: data as InputOf<Op>, ignored: [...ignored], invalid: [] }
      : { value: undefined, ignored: [...ignored], invalid: invalidFields(error) };
  } catch (error) {
    if (!(error instanceof InputFormatError)) throw error;
    return { value: undefined, ignored: [...ignored], invalid: [error.key] };
  }
}

function bodyFields(body: unknown): object {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!isObject || hasPrototypeName(body)) throw new InputFormatError('body', 'is not an object of fields');
  return body;
}

function queryFields(operation: Operation, { query }: WireInput, onUnknown: (name: string) => void): object {
  const inPath = new Set(pathParameters(operation));
  const entries: QueryEntry[] = [];
  for (const entry of query) {
    if (inPath.has(entry[0])) onUnknown(entry[0]);
    else entries.push(entry);
  }
  return unflatten(operation.input, entries, onUnknown);
}

// Indexes of array items are left out.
function invalidFields({ issues }: z.core.$ZodError): string[] {
  const names = issues.map(({ path }) => path.filter((part) => typeof part === 'string').join('.'));
  return [...new Set(names)];
}
