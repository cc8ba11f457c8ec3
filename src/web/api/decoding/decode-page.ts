import { InvalidResponseError } from '#web/api/transport/errors.ts';
import { asAddress, asFields, asString } from './fields.ts';

/** The items of a list's answer, under its name, each as `read` understands it; and where the next page begins. */
export function decodePage<Item>(body: unknown, name: string, read: (item: unknown) => Item | undefined) {
  const answer = asFields(body);
  const items = answer[name];
  if (!Array.isArray(items)) throw new InvalidResponseError('not of the interface');
  return {
    items: items.map(read).filter((item) => item !== undefined),
    // An absent or empty one is the end.
    next: asString(answer.next) || undefined,
  };
}

/** By raw address; what the service says nothing about is not in it. */
export type ByAddress<Value> = ReadonlyMap<string, Value>;

export function decodeByAddress<Value>(body: unknown, read: (item: unknown) => Value): ByAddress<Value> {
  const { items } = decodePage(body, 'items', (item): [string, Value] | undefined => {
    const address = asAddress(asFields(item).address);
    return address === undefined ? undefined : [address, read(item)];
  });
  return new Map(items);
}
