import type { FastifyInstance } from 'fastify';
import { isPrototypeName } from '#contract/prototype-names.ts';
import { InvalidValueError } from '#service/service.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** A compressed body: 415, as nothing here needs one. */
class UnsupportedEncodingError extends Error {
  readonly statusCode = 415;
}

/**
 * Reads JSON bodies, stricter than the framework does: bytes that are not UTF-8 are refused instead of replaced, and
 * so are, at any depth, keys named after prototypes and texts with a zero character, which no PostgreSQL text can hold.
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
  rejectUnsafeValues(value);
  return value;
}

// A loop, because nesting within 256 kB is deep enough to overflow the stack.
function rejectUnsafeValues(root: unknown): void {
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.includes('\0')) throw new InvalidValueError('zero character');
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, part] of Object.entries(value)) {
      if (isPrototypeName(key)) throw new InvalidValueError(key);
      waiting.push(part);
    }
  }
}
