import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { flatten, type QueryEntry } from '#contract/dotted-keys.ts';
import { verificationStatuses } from '#contract/enums.ts';
import { MAX_ADMINS, parseFilter } from '#contract/jetton-filter.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { memoizeLast } from '#web/kit/device/memoize.ts';
import { parseQuery, type Query, stringifyQuery } from '#web/kit/device/query-string.ts';
import { parseCurrency } from '#web/money/currencies.ts';
import { parsePeriodLabel, periodLabels } from '#web/money/periods.ts';
import { formatDuration, parseDuration } from '#web/money/times.ts';
import { formatColumnWidths, parseColumnWidths } from './column-widths.ts';
import { isSelectableColumn, type SelectableColumn } from './columns.ts';
import { parseFloor, serializeFloor } from './list-end.ts';
import { listFilterOf, type Range, rangeParts } from './list-filter.ts';
import {
  defaultFilter,
  defaultScreen,
  normalizeFilter,
  type Screen,
  type ScreenFilter,
} from './list-state.ts';
import { rangeError } from './range-error.ts';

export interface ParsedScreen {
  readonly screen: Screen;
  /** Names of unknown, invalid or conflicting parameters. */
  readonly ignored: readonly string[];
}

export const HOME_PATH = '/';

/** Parses the query of a link. Never fails: reports invalid parameters in `ignored`. */
export function parseScreen(query: Readonly<Query>): ParsedScreen {
  const ignored = new Set<string>();
  const { columns, currency, floor, period, widths, ...flat } = query;
  const filter = parseScreenFilter(flat, ignored);
  const values = {
    minimum: parseParameter('floor', floor, ignored, (text) =>
      filter.order === 'desc' ? parseFloor(filter.sort, text) : undefined,
    ),
    currency: parseParameter('currency', currency, ignored, parseCurrency),
    period: parseParameter('period', period, ignored, parsePeriodLabel),
    widths: parseParameter('widths', widths, ignored, parseColumnWidths),
  };
  const screen = {
    filter,
    currency: values.currency ?? defaultScreen.currency,
    ...(values.minimum === undefined ? {} : { minimum: values.minimum }),
    ...(values.period === undefined ? {} : { period: values.period }),
    ...(values.widths === undefined ? {} : { widths: values.widths }),
    ...parseColumns(columns, ignored),
  };
  return { screen, ignored: [...ignored] };
}

/**
 * Parses the query string of a link to the screener. The same string is parsed once: the first request of its list and the
 * components of the page share the result.
 */
export const parseScreenSearch: (search: string) => ParsedScreen = memoizeLast((search: string) =>
  parseScreen(parseQuery(search)),
);

type Ignored = Set<string>;
type Parameter = string | string[] | undefined;

function parseScreenFilter(
  { limit, cursor, address, admin, verification, 'age.min': minAge, 'age.max': maxAge, ...query }: Query,
  ignored: Ignored,
): ScreenFilter {
  if (limit !== undefined) ignored.add('limit');
  if (cursor !== undefined) ignored.add('cursor');
  const lists = {
    address: parseList('address', address, MAX_ADDRESSES, ignored, parseAddress),
    admin: parseList('admin', admin, MAX_ADMINS, ignored, parseAddress),
    verification: parseList('verification', verification, verificationStatuses.length, ignored, (text) =>
      verificationStatuses.find((status) => status === text),
    ),
  };
  const entries = Object.entries(query).flatMap(([key, value]) =>
    [value].flat().map((text): QueryEntry => [key, text]),
  );
  const filter = parseFilter(entries);
  const accepted = new Set(flatten(filter).map(([key]) => key));
  for (const [key] of entries) if (!accepted.has(key)) ignored.add(key);
  const { ranges, ...others } = listFilterOf(filter);
  const age = parseAge(minAge, maxAge, ignored);
  return normalizeFilter({ ...others, ...lists, ranges: { ...ranges, age } });
}

function parseAge(minAge: Parameter, maxAge: Parameter, ignored: Ignored): Range | undefined {
  const range = {
    min: parseParameter('age.min', minAge, ignored, parseDuration),
    max: parseParameter('age.max', maxAge, ignored, parseDuration),
  };
  if (rangeError('age', range) === undefined) return range;
  ignored.add('age.min').add('age.max');
  return undefined;
}

/** Removes invalid items, duplicates, and items beyond the maximum. */
function parseList<Item>(
  key: string,
  value: Parameter,
  max: number,
  ignored: Ignored,
  parse: (text: string) => Item | undefined,
): Item[] {
  const texts = [value ?? []].flat();
  const items = texts.map(parse).filter((item) => item !== undefined);
  const unique = [...new Set(items)];
  if (items.length < texts.length || unique.length > max) ignored.add(key);
  return unique.slice(0, max);
}

function parseParameter<Value>(
  key: string,
  text: Parameter,
  ignored: Ignored,
  parse: (text: string) => Value | undefined,
): Value | undefined {
  const value = typeof text === 'string' ? parse(text) : undefined;
  if (text !== undefined && value === undefined) ignored.add(key);
  return value;
}

function parseColumns(value: Parameter, ignored: Ignored): Pick<Screen, 'columns'> {
  if (value === undefined) return {};
  const names = [value].flat().flatMap((text) => text.split(','));
  const columns = [...new Set(names.filter(isSelectableColumn))];
  if (names.some((name) => name !== 'jetton' && !isSelectableColumn(name))) ignored.add('columns');
  return columns.length > 0 || names.includes('jetton') ? { columns } : {};
}

/** Returns the query of a screen without default values. Inverse of `parseScreen`. */
export function serializeScreen({ filter, minimum, columns, widths = {}, period, currency }: Screen): Query {
  const { address, admin, ranges: { age, ...ranges } = {}, ...parts } = filter;
  const widthsText = formatColumnWidths(widths);
  const entries = Object.entries({
    ...parts,
    ...rangeParts(ranges),
    age: age && { min: age.min && formatDuration(age.min), max: age.max && formatDuration(age.max) },
    address: userFriendly(address),
    admin: userFriendly(admin),
  });
  const changed = entries.filter(([key, value]) => Reflect.get(defaultFilter, key) !== value);
  return {
    ...groupEntries(flatten(Object.fromEntries(changed))),
    ...(minimum === undefined ? {} : { floor: serializeFloor(filter.sort, minimum) }),
    ...(columns === undefined ? {} : { columns: serializeColumns(columns) }),
    ...(widthsText === '' ? {} : { widths: widthsText }),
    ...(period === undefined ? {} : { period: periodLabels[period] }),
    ...(currency === defaultScreen.currency ? {} : { currency }),
  };
}

/** Returns the path and query of a link to the screen. */
export function screenPath(screen: Screen): string {
  return `/${stringifyQuery(serializeScreen(screen))}`;
}

function userFriendly(addresses: readonly string[] | undefined): string[] | undefined {
  return addresses?.map(toUserFriendly);
}

/** Returns the `columns` parameter. An empty selection is serialized as the column that is always visible. */
export function serializeColumns(columns: readonly SelectableColumn[]): string {
  return columns.join(',') || 'jetton';
}

function groupEntries(entries: readonly QueryEntry[]): Query {
  const query: Query = {};
  for (const [key, text] of entries) {
    const existing = query[key];
    query[key] = existing === undefined ? text : [existing, text].flat();
  }
  return query;
}
