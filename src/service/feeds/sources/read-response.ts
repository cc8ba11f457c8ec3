import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'lossless-json';
import { type InvalidEvent, SourceError } from '#service/feeds/client/source.ts';
import { BadValueError, UnsupportedPoolError } from '#service/validation/bad-value-error.ts';

/** Reads a response as a whole: converts BadValueError to SourceError. */
export function readResponse<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadValueError)) throw error;
    throw new SourceError(`${path}: unexpected response: ${error.reason}`);
  }
}

/** Resolves to undefined if the source answers that there is no such thing. */
export async function ifFound<Value>(request: Promise<Value>): Promise<Value | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof SourceError && error.status === 404) return undefined;
    throw error;
  }
}

/** Other work runs after as many milliseconds of reading. */
const SLICE_MS = 10;
/** More invalid events are not kept if they are most of a page. */
const MAX_INVALID = 1_000;

/**
 * Reads the events of a page, between other work. Invalid ones are returned with the reason; those that are undefined are
 * skipped. `identityOf` returns the part of an item that identifies it and does not change. Throws SourceError if
 * most of thousands of events are invalid.
 */
export async function readEvents<Item, Event>(
  items: readonly Item[],
  read: (item: Item) => Event | undefined,
  identityOf: (item: Item) => unknown = (item) => item,
): Promise<{ readonly events: Event[]; readonly invalid: InvalidEvent[] }> {
  const events: Event[] = [];
  const invalid: InvalidEvent[] = [];
  let start = performance.now();
  for (const item of items) {
    if (performance.now() - start > SLICE_MS) {
      await setImmediate();
      start = performance.now();
    }
    try {
      const event = read(item);
      if (event !== undefined) events.push(event);
    } catch (error) {
      if (!(error instanceof BadValueError)) throw error;
      const isPoolSpecific = error instanceof UnsupportedPoolError;
      invalid.push({ key: eventKey(identityOf(item)), reason: error.reason, event: item, isPoolSpecific });
      if (invalid.length > MAX_INVALID && 2 * invalid.length > items.length)
        throw new SourceError(`unexpected response: most items are invalid, such as: ${error.reason}`);
    }
  }
  return { events, invalid };
}

/** Returns a key that equal JSON values share. */
export function eventKey(event: unknown): string {
  return createHash('sha256')
    .update(stringify(event) ?? '')
    .digest('base64url')
    .slice(0, 22);
}

/** Returns the last value of each key. */
export function distinctBy<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Value[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}
