import { createHash } from 'node:crypto';
import { stringify } from 'lossless-json';
import { type InvalidEvent, SourceError } from '#service/feeds/client/source.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';

/** Reads a response as a whole: converts BadValueError to SourceError. */
export function readResponse<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadValueError)) throw error;
    throw new SourceError(`${path}: unexpected response: ${error.reason}`);
  }
}

/**
 * Reads the events of a page. Invalid ones are returned with the reason; those that are undefined are skipped.
 * `identityOf` returns the part of an item that identifies it and does not change.
 */
export function readEvents<Item, Event>(
  items: readonly Item[],
  read: (item: Item) => Event | undefined,
  identityOf: (item: Item) => unknown = (item) => item,
): { readonly events: Event[]; readonly invalid: InvalidEvent[] } {
  const events: Event[] = [];
  const invalid: InvalidEvent[] = [];
  for (const item of items) {
    try {
      const event = read(item);
      if (event !== undefined) events.push(event);
    } catch (error) {
      if (!(error instanceof BadValueError)) throw error;
      invalid.push({ key: eventKey(identityOf(item)), reason: error.reason, event: item });
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
