import { UnreadableAnswer } from '#web/api/transport/errors.ts';
import { addressOf, fieldsOf, textOf } from './fields.ts';

/** The items of a list's answer, under its name, each as `read` understands it; and where the next page begins. */
export function readPage<Item>(body: unknown, name: string, read: (item: unknown) => Item | undefined) {
  const answer = fieldsOf(body);
  const items = answer[name];
  if (!Array.isArray(items)) throw new UnreadableAnswer('not of the interface');
  return {
    items: items.map(read).filter((item) => item !== undefined),
    // An absent or empty one is the end.
    next: textOf(answer.next) || undefined,
  };
}

/** By raw address; what the service says nothing about is not in it. */
export type ByAddress<Value> = ReadonlyMap<string, Value>;

export function readByAddress<Value>(body: unknown, read: (item: unknown) => Value): ByAddress<Value> {
  const { items } = readPage(body, 'items', (item): [string, Value] | undefined => {
    const address = addressOf(fieldsOf(item).address);
    return address === undefined ? undefined : [address, read(item)];
  });
  return new Map(items);
}
