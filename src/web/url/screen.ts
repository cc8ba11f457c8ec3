import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { verificationStatuses } from '#contract/enums.ts';
import { parseFilter } from '#contract/filter-url.ts';
import { flatten, type QueryEntry } from '#contract/flatten.ts';
import { type JettonListFilterInput, MAX_ADMINS } from '#contract/jetton-filter.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { parseCurrency } from '#web/lib/numbers/currencies.ts';
import { parsePeriodLabel, periodLabels } from '#web/lib/numbers/periods.ts';
import { isSelectableColumn, type SelectableColumn } from '#web/lib/screen/columns.ts';
import { normalizeMinimum } from '#web/lib/screen/minimum.ts';
import { defaultFilter, defaultScreen, normalizeFilter, type Screen } from '#web/lib/screen/screen.ts';
import { parseQuery, type Query, stringifyQuery } from './query-string.ts';

export interface ParsedScreen {
  readonly screen: Screen;
  /** Names of what the link says and the screen does not: unknown, invalid, or not to be had together. */
  readonly ignored: readonly string[];
}

export const HOME_PATH = '/';

/** For the router: the query's texts as they came. `parseScreen` says what they mean and what is dropped. */
export function queryFromSearch(search: { readonly [key: string]: unknown }): Query {
  return parseQuery(stringifyQuery(search));
}

/** Reads the query of a link. It never fails: what it does not understand it names. */
export function parseScreen(query: Readonly<Query>): ParsedScreen {
  const dropped = new Set<string>();
  const { columns, currency, floor, period, ...flat } = query;
  const filter = normalizeFilter(readParts(flat, dropped));
  const own = {
    minimum: kept('floor', floor, dropped, (text) =>
      filter.order === 'desc' ? normalizeMinimum(filter.sort, text) : undefined,
    ),
    currency: kept('currency', currency, dropped, parseCurrency),
    period: kept('period', period, dropped, parsePeriodLabel),
  };
  const screen = {
    filter,
    currency: own.currency ?? defaultScreen.currency,
    ...(own.minimum === undefined ? {} : { minimum: own.minimum }),
    ...(own.period === undefined ? {} : { period: own.period }),
    ...readColumns(columns, dropped),
  };
  return { screen, ignored: [...dropped] };
}

/** The one of a location, before there is a page; undefined where it shows none. */
export function screenFromLocation({
  pathname,
  search,
}: {
  pathname: string;
  search: object;
}): Screen | undefined {
  return pathname === HOME_PATH ? parseScreen(queryFromSearch({ ...search })).screen : undefined;
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
  const columns = [...new Set(names.filter(isSelectableColumn))];
  if (names.some((name) => name !== 'jetton' && !isSelectableColumn(name))) dropped.add('columns');
  return columns.length > 0 || names.includes('jetton') ? { columns } : {};
}

/** The other way; what the default screen says is not written. */
export function serializeScreen({ filter, minimum, columns, period, currency }: Screen): Query {
  const { address, admin, ...parts } = normalizeFilter(filter);
  const said = Object.entries({ ...parts, address: spelled(address), admin: spelled(admin) });
  const changed = said.filter(([key, value]) => Reflect.get(defaultFilter, key) !== value);
  return {
    ...grouped(flatten(Object.fromEntries(changed))),
    ...(minimum === undefined ? {} : { floor: minimum }),
    ...(columns === undefined ? {} : { columns: serializeColumns(columns) }),
    ...(period === undefined ? {} : { period: periodLabels[period] }),
    ...(currency === defaultScreen.currency ? {} : { currency }),
  };
}

/** Of a link to it, behind the origin. */
export function screenPath(screen: Screen): string {
  return `/${stringifyQuery(serializeScreen(screen))}`;
}

function spelled(addresses: readonly string[] | undefined): string[] | undefined {
  return addresses?.map(toUserFriendly);
}

// A choice of no column is written as the one that is always there.
export function serializeColumns(columns: readonly SelectableColumn[]): string {
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
