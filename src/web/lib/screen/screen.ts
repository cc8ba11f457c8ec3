import { parseAddress } from '#contract/address.ts';
import type { Currency, Order, PricePeriod, SortField } from '#contract/enums.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { DEFAULT_CURRENCY } from '#web/lib/numbers/currencies.ts';
import type { SelectableColumn } from './columns.ts';
import { type Range, type RangeId, rangeParts, rangesOf } from './ranges.ts';

type OptionalFilter = Omit<
  JettonListFilterInput,
  'limit' | 'cursor' | 'currency' | 'sort' | 'order' | 'excludeScam'
>;

/** A list filter with the required fields of the screener. Requests add `limit`, `cursor` and `currency`. */
export interface ScreenFilter extends Readonly<OptionalFilter> {
  readonly sort: SortField;
  readonly order: Order;
  readonly excludeScam: boolean;
}

/** State of the screener that a link contains. */
export interface Screen {
  readonly filter: ScreenFilter;
  /** Minimum of the sorted column, normalized by `normalizeMinimum`. Only with descending order. */
  readonly minimum?: string | undefined;
  /** Visible columns in order, without `jetton`. Absent: the default columns. */
  readonly columns?: readonly SelectableColumn[] | undefined;
  /** Period of the volume, transactions, traders and change columns. Absent: `DEFAULT_PERIOD`. */
  readonly period?: PricePeriod | undefined;
  readonly currency: Currency;
}

export const defaultFilter: ScreenFilter = { sort: 'volume24h', order: 'desc', excludeScam: true };

export const defaultScreen: Screen = { filter: defaultFilter, currency: DEFAULT_CURRENCY };

type FilterParts = { readonly [Key in keyof ScreenFilter]?: ScreenFilter[Key] | undefined };

/**
 * Returns the canonical form of a filter: defaults for missing required fields, unique raw addresses, normalized numbers,
 * no empty lists.
 */
export function normalizeFilter(parts: FilterParts): ScreenFilter {
  const { sort, order, excludeScam } = defaultFilter;
  const lists = {
    address: rawAddresses(parts.address),
    admin: rawAddresses(parts.admin),
    verification: unique(parts.verification),
  };
  return {
    sort: parts.sort ?? sort,
    order: parts.order ?? order,
    excludeScam: parts.excludeScam ?? excludeScam,
    ...(parts.search === undefined ? {} : { search: parts.search }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...rangeParts(rangesOf(parts)),
  };
}

function rawAddresses(addresses: readonly string[] = []): string[] {
  return unique(addresses.map((text) => parseAddress(text) ?? text));
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
export function withMinimum(screen: Screen, minimum: string | undefined): Screen {
  const { minimum: _, ...others } = screen;
  return minimum === undefined ? others : { ...others, minimum };
}

export function withRange(screen: Screen, id: RangeId, range: Range | undefined): Screen {
  const cleared = { priceChange: undefined, liquidity: undefined, fdmc: undefined };
  const parts = rangeParts({ ...rangesOf(screen.filter), [id]: range });
  return withFilter(screen, { ...cleared, trustScore: undefined, holders: undefined, ...parts });
}
