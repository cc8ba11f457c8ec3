import { InvalidResponseError } from '#web/api/client/errors.ts';
import { asAddress, asFields, asString } from '#web/api/client/fields.ts';
import type { ListedJetton } from './decode-jetton.ts';

/**
 * Decodes a list response: the items in the field `name`, without those that `decode` rejects, and the cursor of the next
 * page. Throws an InvalidResponseError if the field is not an array.
 */
export function decodePage<Item>(body: unknown, name: string, decode: (item: unknown) => Item | undefined) {
  const fields = asFields(body);
  const items = fields[name];
  if (!Array.isArray(items)) throw new InvalidResponseError(`no array in "${name}"`);
  return {
    items: items.map(decode).filter((item) => item !== undefined),
    // An absent or empty cursor marks the last page.
    next: asString(fields.next) || undefined,
  };
}

/** Returns undefined on the last page, and for a repeated cursor, which would loop forever. */
export function nextCursor(
  { next }: { readonly next?: string | undefined },
  _: unknown,
  cursor: string | undefined,
): string | undefined {
  return next === cursor ? undefined : next || undefined;
}

/** Values by raw address. Jettons without data have no entry. */
export type ByAddress<Value> = ReadonlyMap<string, Value>;

export function decodeByAddress<Value>(body: unknown, decode: (item: unknown) => Value): ByAddress<Value> {
  const { items } = decodePage(body, 'items', (item): [string, Value] | undefined => {
    const address = asAddress(asFields(item).address);
    return address === undefined ? undefined : [address, decode(item)];
  });
  return new Map(items);
}

/** One loaded page of the jetton list. */
export interface JettonPage {
  /** Unique in this tab. Used in the query keys of the values of its rows. */
  readonly id: number;
  readonly jettons: readonly ListedJetton[];
  readonly next: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly loadedAt: number;
}

let lastId = 0;

export function createPage(jettons: readonly ListedJetton[], next: string | undefined): JettonPage {
  lastId += 1;
  return { id: lastId, jettons, next, loadedAt: Date.now() };
}
