import { createHash } from 'node:crypto';
import { stringify } from 'lossless-json';
import type { InvalidEvent } from '#service/feeds/source.ts';
import { BadValueError } from '#service/records/bad-value-error.ts';

/**
 * Reads the events of a page. Invalid ones are returned with the reason; those that are undefined are skipped. `keyOf`
 * returns the part of an item that identifies it and never changes.
 */
export function readEvents<Event>(
  items: readonly unknown[],
  read: (item: unknown) => Event | undefined,
  keyOf: (item: unknown) => unknown = (item) => item,
): { readonly events: Event[]; readonly invalid: InvalidEvent[] } {
  const events: Event[] = [];
  const invalid: InvalidEvent[] = [];
  for (const item of items) {
    try {
      const event = read(item);
      if (event !== undefined) events.push(event);
    } catch (error) {
      if (!(error instanceof BadValueError)) throw error;
      invalid.push(toInvalidEvent(keyOf(item), error.reason));
    }
  }
  return { events, invalid };
}

/** Returns an invalid event whose key depends on all of its data. */
export function toInvalidEvent(event: unknown, reason: string): InvalidEvent {
  return { key: eventKey(event), reason, event };
}

/** Returns a key that equal JSON values share. */
export function eventKey(event: unknown): string {
  return createHash('sha256')
    .update(stringify(event) ?? '')
    .digest('base64url')
    .slice(0, 22);
}
