import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { verificationStatuses } from '#contract/enums.ts';
import { parseFilter } from '#contract/filter-url.ts';
import { flatten, type QueryEntry } from '#contract/flatten.ts';
import { type JettonListFilterInput, MAX_ADMINS } from '#contract/jetton-filter.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { currencyOf } from '#web/lib/numbers/currencies.ts';
import { periodLabelled, periodLabels } from '#web/lib/numbers/periods.ts';
import { type ChosenColumn, isChosenColumn } from '#web/lib/screen/columns.ts';
import { floorText } from '#web/lib/screen/minimum.ts';
import { defaultFilter, defaultScreen, normalFilter, type Screen } from '#web/lib/screen/screen.ts';
import { parseQuery, type Query, stringifyQuery } from './query-text.ts';

export interface ReadScreen {
  readonly screen: Screen;
  /** Names of what the link says and the screen does not: unknown, invalid, or not to be had together. */
  readonly dropped: readonly string[];
}

export const HOME = '/';

/** For the router: the query's texts as they came. `parseScreen` says what they mean and what is dropped. */
export function screenSearch(search: { readonly [key: string]: unknown }): Query {
  return parseQuery(stringifyQuery(search));
}

/** Reads the query of a link. It never fails: what it does not understand it names. */
export function parseScreen(query: Readonly<Query>): ReadScreen {
  const dropped = new Set<string>();
  const { columns, currency, floor, period, ...flat } = query;
  const filter = normalFilter(readParts(flat, dropped));
  const own = {
    floor: kept('floor', floor, dropped, (text) =>
      filter.order === 'desc' ? floorText(filter.sort, text) : undefined,
    ),
    currency: kept('currency', currency, dropped, currencyOf),
    period: kept('period', period, dropped, periodLabelled),
  };
  const screen = {
    filter,
    currency: own.currency ?? defaultScreen.currency,
    ...(own.floor === undefined ? {} : { floor: own.floor }),
    ...(own.period === undefined ? {} : { period: own.period }),
    ...readColumns(columns, dropped),
  };
  return { screen, dropped: [...dropped] };
}

/** The one of a location, before there is a page; undefined where it shows none. */
export function screenAt({ pathname, search }: { pathname: string; search: object }): Screen | undefined {
  return pathname === HOME ? parseScreen(screenSearch({ ...search })).screen : undefined;
}

type Dropped = Set<string>;

function readParts({ limit, cursor, ...query }: Query, dropped: Dropped): JettonListFilterInput {
  if (limit !== undefined) dropped.add('limit');
  if (cursor !== undefined) dropped.add('cursor');
  const entries = Object.entries(query).flatMap(([key, value]) => readEntries(key, [value].flat(), dropped));
  const parts = parseFilter(entries);
  const understood = new Set(flatten(parts).map(([key]) => key));
  for (const [key] of entries) if (!understood.has(key)) dropped.add(key);
  return parts;
}

/** One bad item of a list, or one too many, does not spoil the others. */
const lists = new Map<string, { read: (text: string) => string | undefined; most: number }>([
  ['address', { read: parseAddress, most: MAX_ADDRESSES }],
  ['admin', { read: parseAddress, most: MAX_ADMINS }],
  [
    'verification',
    {
      read: (text) => verificationStatuses.find((status) => status === text),
      most: verificationStatuses.length,
    },
  ],
]);

function readEntries(key: string, texts: readonly string[], dropped: Dropped): QueryEntry[] {
  const list = lists.get(key);
  if (!list) return texts.map((text) => [key, text]);
  const items = texts.map(list.read).filter((item) => item !== undefined);
  const different = [...new Set(items)];
  if (items.length < texts.length || different.length > list.most) dropped.add(key);
  return different.slice(0, list.most).map((item) => [key, item]);
}

function kept<Value>(
  key: string,
  text: string | string[] | undefined,
  dropped: Dropped,
  read: (text: string) => Value | undefined,
): Value | undefined {
  const value = typeof text === 'string' ? read(text) : undefined;
  if (text !== undefined && value === undefined) dropped.add(key);
  return value;
}

function readColumns(value: string | string[] | undefined, dropped: Dropped): Pick<Screen, 'columns'> {
  if (value === undefined) return {};
  const names = [value].flat().flatMap((text) => text.split(','));
  const columns = [...new Set(names.filter(isChosenColumn))];
  if (names.some((name) => name !== 'jetton' && !isChosenColumn(name))) dropped.add('columns');
  return columns.length > 0 || names.includes('jetton') ? { columns } : {};
}

/** The other way; what the default screen says is not written. */
export function serialiseScreen({ filter, floor, columns, period, currency }: Screen): Query {
  const { address, admin, ...parts } = normalFilter(filter);
  const said = Object.entries({ ...parts, address: spelled(address), admin: spelled(admin) });
  const changed = said.filter(([key, value]) => Reflect.get(defaultFilter, key) !== value);
  return {
    ...grouped(flatten(Object.fromEntries(changed))),
    ...(floor === undefined ? {} : { floor }),
    ...(columns === undefined ? {} : { columns: writeColumns(columns) }),
    ...(period === undefined ? {} : { period: periodLabels[period] }),
    ...(currency === defaultScreen.currency ? {} : { currency }),
  };
}

/** Of a link to it, behind the origin. */
export function screenPath(screen: Screen): string {
  return `/${stringifyQuery(serialiseScreen(screen))}`;
}

function spelled(addresses: readonly string[] | undefined): string[] | undefined {
  return addresses?.map(toUserFriendly);
}

// A choice of no column is written as the one that is always there.
export function writeColumns(columns: readonly ChosenColumn[]): string {
  return columns.join(',') || 'jetton';
}

function grouped(entries: readonly QueryEntry[]): Query {
  const query: Query = {};
  for (const [key, text] of entries) {
    const known = query[key];
    query[key] = known === undefined ? text : [known, text].flat();
  }
  return query;
}
