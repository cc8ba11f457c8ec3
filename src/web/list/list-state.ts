import type { Currency, Order, PricePeriod } from '#contract/enums.ts';
import type { SortField, UnsupportedRanges } from '#contract/measures.ts';
import { DEFAULT_CURRENCY } from '#web/money/currencies.ts';
import type { DecimalText } from '#web/money/decimals.ts';
import type { ColumnWidths } from './column-widths.ts';
import type { SelectableColumn } from './columns.ts';
import { type ListFilter, normalizeRanges, type Range } from './list-filter.ts';
import { isSupported, type RangeId, rangeIds } from './measure-texts.ts';

/** A list filter with the required fields of the screener, in the canonical form of `normalizeFilter`. */
export interface ScreenFilter extends Omit<ListFilter, 'limit' | 'cursor' | 'currency'> {
  readonly sort: SortField;
  readonly order: Order;
  readonly excludeScam: boolean;
}

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

export const defaultFilter: ScreenFilter = { sort: 'volume24h', order: 'desc', excludeScam: true };

export const defaultScreen: Screen = { filter: defaultFilter, currency: DEFAULT_CURRENCY };

type FilterParts = { readonly [Key in keyof ScreenFilter]?: ScreenFilter[Key] | undefined };

/**
 * Returns the canonical form of a filter with raw addresses: defaults for missing required fields, normalized numbers, no
 * duplicates and no empty lists.
 */
export function normalizeFilter(parts: FilterParts): ScreenFilter {
  const { sort, order, excludeScam } = defaultFilter;
  const ranges = normalizeRanges(parts.ranges ?? {});
  const lists = {
    address: unique(parts.address),
    admin: unique(parts.admin),
    verification: unique(parts.verification),
  };
  return {
    sort: parts.sort ?? sort,
    order: parts.order ?? order,
    excludeScam: parts.excludeScam ?? excludeScam,
    ...(parts.search === undefined ? {} : { search: parts.search }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...(Object.keys(ranges).length > 0 ? { ranges } : {}),
  };
}

function unique<Item>(items: readonly Item[] = []): Item[] {
  return [...new Set(items)];
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

/** Returns the ranges of a screen that the service lacks. */
export function unsupportedRanges({ filter }: Screen, unsupported: UnsupportedRanges): RangeId[] {
  return rangeIds.filter((id) => filter.ranges?.[id] && !isSupported(id, unsupported));
}
