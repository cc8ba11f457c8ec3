import * as z from 'zod/mini';
import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { asArray, asFields, asString } from '#web/api/client/fields.ts';
import { cleanName } from '#web/kit/device/names.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';
import { storedAddresses, useWatchlist } from '#web/list/watchlist.ts';

export const MAX_LISTS = 50;
/** The name of the list of a device that has never named one. */
const DEFAULT_NAME = 'Watchlist';

export interface NamedWatchlist {
  readonly name: string;
  /** Raw addresses by hand or in the order in which they were added. */
  readonly addresses: readonly string[];
}

/** What `useWatchlist` lacks, which has the addresses of the open list. */
interface Watchlists {
  /** Of the open list. */
  readonly name: string;
  readonly others: readonly NamedWatchlist[];
}

const nameSchema = z.string().check(z.refine((text) => cleanName(text) === text, 'invalid name'));

const addressSchema = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const address = parseAddress(text);
    if (address === undefined)
      context.issues.push({ code: 'custom', message: 'invalid address', input: text });
    return address ?? '';
  }),
);

export const listsSchema = z.array(z.object({ name: nameSchema, addresses: z.array(addressSchema) })).check(
  z.maxLength(MAX_LISTS),
  z.refine((lists) => new Set(lists.map(({ name }) => name)).size === lists.length, 'duplicate name'),
);

export const useWatchlists = createPersistedStore<Watchlists>('jetscope.watchlists', (stored) => {
  const { name: open, others } = asFields(stored);
  const name = storedName(open) ?? DEFAULT_NAME;
  const lists = new Map<string, NamedWatchlist>();
  for (const list of asArray(others)) {
    const other = storedName(asFields(list).name);
    if (other === undefined || other === name || lists.has(other)) continue;
    lists.set(other, { name: other, addresses: storedAddresses(list) });
  }
  return { name, others: [...lists.values()].slice(0, MAX_LISTS) };
});

function storedName(name: unknown): string | undefined {
  return cleanName(asString(name) ?? '');
}

/** The lists of this device. */
export interface DeviceLists {
  readonly open: string;
  /** By name, with the open one. Names differ. */
  readonly lists: readonly NamedWatchlist[];
}

/** Returns the lists of this device, also to restore them with `setLists`. */
export function readLists(): DeviceLists {
  const { name, others } = useWatchlists.getState();
  return listsOf(name, useWatchlist.getState().addresses, others);
}

export function useLists(): DeviceLists {
  const { name, others } = useWatchlists();
  const { addresses } = useWatchlist();
  return listsOf(name, addresses, others);
}

function listsOf(name: string, addresses: readonly string[], others: readonly NamedWatchlist[]): DeviceLists {
  const lists = [{ name, addresses }, ...others];
  return { open: name, lists: lists.toSorted((a, b) => a.name.localeCompare(b.name)) };
}

/** Replaces the lists. Opens the first one if that called `open` is not among them, and an empty one if there are none. */
export function setLists({ open, lists }: DeviceLists): void {
  const opened = lists.find(({ name }) => name === open) ?? lists[0] ?? { name: DEFAULT_NAME, addresses: [] };
  useWatchlists.setState({ name: opened.name, others: lists.filter((list) => list !== opened) });
  useWatchlist.setState({ addresses: opened.addresses });
}

/** Makes the list called `name` the one that stars change. */
export function openList(name: string): void {
  setLists({ ...readLists(), open: name });
}

/** Returns the name of a list for links to it; undefined if it has never been named. */
export function nameInLink(name: string): string | undefined {
  return name === DEFAULT_NAME ? undefined : name;
}

/** Returns a name like `wanted` that no list has. */
export function newListName(wanted = 'Shared list'): string {
  const names = new Set(readLists().lists.map(({ name }) => name));
  for (let number = 2, name = wanted; ; number += 1) {
    if (!names.has(name)) return name;
    name = cleanName(`${[...wanted].slice(0, 50).join('')} ${number}`) ?? wanted;
  }
}

export type ListError = 'exists' | 'full';

export const listErrorTexts: Readonly<Record<ListError, string>> = {
  exists: 'There is a list with this name.',
  full: `At most ${MAX_LISTS} lists: remove one first.`,
};

/** Adds and opens a list. Returns what prevents it. */
export function createList(name: string, addresses: readonly string[] = []): ListError | undefined {
  const { lists } = readLists();
  if (lists.some((list) => list.name === name)) return 'exists';
  if (lists.length >= MAX_LISTS) return 'full';
  setLists({ open: name, lists: [...lists, { name, addresses }] });
  return undefined;
}

/** Returns what prevents it. */
export function renameList(from: string, to: string): ListError | undefined {
  const { open, lists } = readLists();
  if (lists.some(({ name }) => name === to && name !== from)) return 'exists';
  setLists({
    open: open === from ? to : open,
    lists: lists.map((list) => (list.name === from ? { ...list, name: to } : list)),
  });
  return undefined;
}

export function removeList(removed: string): void {
  const { open, lists } = readLists();
  setLists({ open, lists: lists.filter(({ name }) => name !== removed) });
}

/** Moves a jetton of the open list by one position. */
export function moveInList(address: string, step: -1 | 1): void {
  useWatchlist.setState(({ addresses }) => {
    const index = addresses.indexOf(address);
    const neighbor = addresses[index + step];
    if (index < 0 || neighbor === undefined) return {};
    return { addresses: addresses.with(index, neighbor).with(index + step, address) };
  });
}

const fileSchema = z.object({
  format: z.literal('jetscope watchlists'),
  version: z.literal(1),
  lists: listsSchema,
});

/** Returns the JSON text of an export file. */
export function serializeLists(lists: readonly NamedWatchlist[]): string {
  const written = lists.map(({ name, addresses }) => ({ name, addresses: addresses.map(toUserFriendly) }));
  return `${JSON.stringify({ format: 'jetscope watchlists', version: 1, lists: written }, undefined, 2)}\n`;
}

/** Returns the lists of an export file, or undefined if any part of it is invalid. */
export function parseLists(text: string): readonly NamedWatchlist[] | undefined {
  try {
    return z.safeParse(fileSchema, JSON.parse(text)).data?.lists;
  } catch {
    return undefined;
  }
}

export interface ImportedLists {
  readonly added: number;
  /** Lists of the same name that got further jettons. */
  readonly extended: number;
  /** Lists beyond the maximum. */
  readonly skipped: number;
}

/** Adds lists. Those with the name of a list of this device add their jettons to it. */
export function importLists(imported: readonly NamedWatchlist[]): ImportedLists {
  const { open, lists } = readLists();
  const byName = new Map(lists.map((list) => [list.name, list]));
  const [known, others] = [
    imported.filter(({ name }) => byName.has(name)),
    imported.filter(({ name }) => !byName.has(name)),
  ];
  const fitting = others.slice(0, MAX_LISTS - lists.length);
  let extended = 0;
  for (const { name, addresses } of known) {
    const existing = byName.get(name)?.addresses ?? [];
    const all = [...new Set([...existing, ...addresses])];
    if (all.length > existing.length) extended += 1;
    byName.set(name, { name, addresses: all });
  }
  for (const { name, addresses } of fitting) byName.set(name, { name, addresses: [...new Set(addresses)] });
  setLists({ open, lists: [...byName.values()] });
  return { added: fitting.length, extended, skipped: others.length - fitting.length };
}
