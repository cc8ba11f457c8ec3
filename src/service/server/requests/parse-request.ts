import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { QueryEntry } from '#contract/dotted-keys.ts';
import { InvalidValueError } from '#contract/errors.ts';
import type { InputOf, Operation } from '#contract/operations.ts';
import { parseInput } from '#contract/request-encoding.ts';
import { IGNORED_PARAMETERS, namesHeader } from '#service/server/headers.ts';

const PRINTABLE_ASCII = /^[!-~]*$/;

/**
 * Returns the entries of a URL's query, including repeated ones. Unlike URLSearchParams, throws InvalidValueError on invalid
 * percent-encoding, and on NUL characters, which PostgreSQL cannot store.
 */
export function parseQuery(url: string): Iterable<QueryEntry> {
  const start = url.indexOf('?');
  if (start < 0) return [];
  const query = url.slice(start + 1);
  if (!PRINTABLE_ASCII.test(query) || query.includes('%00') || !isDecodable(query))
    throw new InvalidValueError('query');
  return new URLSearchParams(query);
}

/** Returns the input of a request to an operation, and names what it ignores in a header. Throws InvalidValueError. */
export function readInput<Op extends Operation>(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Op,
  query: Iterable<QueryEntry> = parseQuery(request.raw.url ?? ''),
): InputOf<Op> {
  const { params, body } = request;
  // Parameters of a path are texts.
  const path = params as Record<string, string>;
  const { value, ignored, invalid } = parseInput(operation, { path, query, body });
  if (ignored.length > 0) reply.header(IGNORED_PARAMETERS, namesHeader(ignored));
  if (value === undefined) throw new InvalidValueError(...invalid);
  return value;
}

function isDecodable(text: string): boolean {
  try {
    // The build would remove a call whose result is not used.
    return typeof decodeURIComponent(text) === 'string';
  } catch {
    return false;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Thrown for compressed request bodies (HTTP 415): they are too small to benefit from compression. */
class UnsupportedEncodingError extends Error {
  readonly statusCode = 415;
}

/**
 * Adds a JSON body parser that is stricter than Fastify's. It rejects invalid UTF-8 and, at any depth, strings with a NUL
 * character or an unpaired surrogate, which PostgreSQL cannot store. `parseInput` rejects prototype keys such as `__proto__`.
 */
export function addJsonBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, ({ headers }, body, done) => {
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
      done(new UnsupportedEncodingError(encoding));
      return;
    }
    try {
      done(null, parse(body));
    } catch {
      done(new InvalidValueError('body'));
    }
  });
}

function parse(body: Buffer): unknown {
  const value: unknown = JSON.parse(utf8.decode(body));
  rejectUnstorableText(value);
  return value;
}

// Iterative, because the nesting possible in 256 kB would overflow the stack.
function rejectUnstorableText(root: unknown): void {
  const pending = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string' && /[\0\p{Surrogate}]/u.test(value)) throw new InvalidValueError('body');
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Object.values(value)) pending.push(member);
  }
}
