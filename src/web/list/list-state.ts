import type { Currency, PricePeriod } from '#contract/enums.ts';
import { measureOf, type SortField, sortFieldIn, type UnsupportedFilters } from '#contract/measures.ts';
import {
  createLink,
  type LinkQuery,
  parameter,
  parseLink,
  parseQuery,
  type Query,
  stringifyQuery,
} from '#web/kit/device/link-state.ts';
import { memoizeLast } from '#web/kit/device/memoize.ts';
import { baseUnitOf, DEFAULT_CURRENCY, parseCurrency } from '#web/money/currencies.ts';
import type { DecimalText } from '#web/money/decimals.ts';
import { DEFAULT_PERIOD, parsePeriodLabel, periodLabels } from '#web/money/periods.ts';
import { type ColumnWidths, columnsPart, type SelectableColumn, widthsPart } from './columns.ts';
import { parseFloor, serializeFloor } from './list-end.ts';
import {
  defaultFilter,
  type FilterParts,
  filterPart,
  normalizeFilter,
  type Range,
  type ScreenFilter,
} from './list-filter.ts';
import { isSupported, type RangeId, rangeIds } from './measure-texts.ts';

/** State of the screener that a link contains. */
export interface Screen {
  readonly filter: ScreenFilter;
  /**
   * Minimum of the sorted column, normalized by `normalizeMinimum`. Times are in seconds since 1970. Only with descending
   * order.
   */
  readonly minimum?: DecimalText | undefined;
  /** Visible columns in order, without `jetton`. Absent: the default columns. */
  readonly columns?: readonly SelectableColumn[] | undefined;
  /** Absent: automatic widths. */
  readonly widths?: ColumnWidths | undefined;
  /** Period of the volume, transactions, traders and change columns. Absent: `DEFAULT_PERIOD`. */
  readonly period?: PricePeriod | undefined;
  readonly currency: Currency;
}

export const defaultScreen: Screen = { filter: defaultFilter, currency: DEFAULT_CURRENCY };

/** Table settings in links to the screener and to watchlists. */
export const tableParts = {
  columns: columnsPart,
  widths: widthsPart,
  period: parameter('period', parsePeriodLabel, undefined, (period) => periodLabels[period]),
  currency: parameter('currency', parseCurrency, DEFAULT_CURRENCY),
};

export const screenLink = createLink<Screen>({
  filter: filterPart,
  minimum: parameter<DecimalText | undefined, Screen>(
    'floor',
    (text, { filter: { sort, order } }) => (order === 'desc' ? parseFloor(sort, text) : undefined),
    undefined,
    (minimum, { filter }) => serializeFloor(filter.sort, minimum),
  ),
  ...tableParts,
});

export interface ParsedScreen {
  readonly screen: Screen;
  /** Names of unknown, invalid or conflicting parameters. */
  readonly ignored: readonly string[];
}

/** Parses the query of a link. Never fails: reports invalid parameters in `ignored`. */
export function parseScreen(query: LinkQuery): ParsedScreen {
  const { state, ignored } = parseLink(screenLink, query);
  return { screen: state, ignored };
}

/**
 * Parses the query string of a link to the screener. The same string is parsed once: the first request of its list and the
 * components of the page share the result.
 */
export const parseScreenSearch: (search: string) => ParsedScreen = memoizeLast((search: string) =>
  parseScreen(parseQuery(search)),
);

/** Returns the query of a screen without default values. Inverse of `parseScreen`. */
export const serializeScreen: (screen: Screen) => Query = screenLink.serialize;

export const HOME_PATH = '/';

/** Returns the path and query of a link to the screen. */
export function screenPath(screen: Screen): string {
  return HOME_PATH + stringifyQuery(serializeScreen(screen));
}

/** Returns whether two screens have the same rows in the same order. */
export function isSameList(a: Screen, b: Screen): boolean {
  const pathOf = ({ filter, minimum }: Screen) => screenPath({ ...defaultScreen, filter, minimum });
  return pathOf(a) === pathOf(b) && listFilterOf(a).moves === listFilterOf(b).moves;
}

/** Returns the filter of the screen's list. Price changes are sorted in the unit of the row, or in USD for other currencies. */
export function listFilterOf({ filter, currency }: Screen): ScreenFilter {
  if (measureOf(filter.sort).family !== 'tonPriceChange') return filter;
  return { ...filter, moves: baseUnitOf(currency) };
}

/**
 * Returns the screen with another period of its columns. If the list is sorted by the price change over the previous one,
 * it is sorted by the change over the new one; if it has only jettons traded in a period, only those traded in the new one.
 */
export function withPeriod(screen: Screen, period: PricePeriod): Screen {
  const isSortedByChange = screen.filter.sort === changeSort(screen.period ?? DEFAULT_PERIOD);
  const parts = {
    ...(isSortedByChange ? { sort: changeSort(period) } : {}),
    ...(screen.filter.excludeUntraded ? { excludeUntraded: period } : {}),
  };
  const sorted = Object.keys(parts).length > 0 ? withFilter(screen, parts) : screen;
  return { ...sorted, period: period === DEFAULT_PERIOD ? undefined : period };
}

/** Returns the sort field of the price change over a period. */
export function changeSort(period: PricePeriod): SortField {
  return sortFieldIn('tonPriceChange', period) ?? 'tonPriceChangeDay';
}

/** Returns the screen with changed filter parts. `undefined` removes a part. */
export function withFilter(screen: Screen, parts: FilterParts): Screen {
  const filter = normalizeFilter({ ...screen.filter, ...parts });
  const keepsMinimum = filter.sort === screen.filter.sort && filter.order === 'desc';
  return keepsMinimum ? { ...screen, filter } : withMinimum({ ...screen, filter }, undefined);
}

/** Returns the screen with a minimum, normalized by `normalizeMinimum` for its sort field. */
export function withMinimum(screen: Screen, minimum: DecimalText | undefined): Screen {
  const { minimum: _, ...others } = screen;
  return minimum === undefined ? others : { ...others, minimum };
}

/** Returns the screen with a range, or without it if `range` is undefined. */
export function withRange(screen: Screen, id: RangeId, range: Range | undefined): Screen {
  return withFilter(screen, { ranges: { ...screen.filter.ranges, [id]: range } });
}

/** A filter that services may lack. */
export type OptionalFilter = RangeId | OptionalCondition;

const optionalConditions = ['excludeWarned', 'excludeUntraded'] as const;
type OptionalCondition = (typeof optionalConditions)[number];

/** Returns the filters of a screen that the service lacks. */
export function unsupportedFilters({ filter }: Screen, unsupported: UnsupportedFilters): OptionalFilter[] {
  const ranges = rangeIds.filter((id) => filter.ranges?.[id] && !isSupported(id, unsupported));
  return [...optionalConditions.filter((id) => filter[id] && unsupported.has(id)), ...ranges];
}

export function withoutFilters(screen: Screen, removed: readonly OptionalFilter[]): Screen {
  return removed.reduce(
    (current, id) =>
      isCondition(id) ? withFilter(current, { [id]: undefined }) : withRange(current, id, undefined),
    screen,
  );
}

function isCondition(id: OptionalFilter): id is OptionalCondition {
  return optionalConditions.some((condition) => condition === id);
}
