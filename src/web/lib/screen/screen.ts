import { parseAddress } from '#contract/address.ts';
import type { Currency, Order, PricePeriod, SortField } from '#contract/enums.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { DEFAULT_CURRENCY } from '#web/lib/numbers/currencies.ts';
import type { SelectableColumn } from './columns.ts';
import { type Range, type RangeId, type Ranges, rangeParts, rangesOf } from './ranges.ts';

type Asked = Omit<JettonListFilterInput, 'limit' | 'cursor' | 'currency' | 'sort' | 'order' | 'excludeScam'>;

/** The list filter with what the screener always says; pages add `limit`, `cursor` and `currency`. */
export interface ScreenFilter extends Readonly<Asked> {
  readonly sort: SortField;
  readonly order: Order;
  readonly excludeScam: boolean;
}

/** What a link to the screener says. */
export interface Screen {
  readonly filter: ScreenFilter;
  /** A minimum on the sorted column, in the spelling of `floor.ts`; only with descending order. */
  readonly minimum?: string | undefined;
  /** In their order, `jetton` not among them; absent: the usual ones. */
  readonly columns?: readonly SelectableColumn[] | undefined;
  /** Of volume, transactions, traders and the change without a period of its own; absent: `USUAL_PERIOD`. */
  readonly period?: PricePeriod | undefined;
  readonly currency: Currency;
}

export const defaultFilter: ScreenFilter = { sort: 'volume24h', order: 'desc', excludeScam: true };

export const defaultScreen: Screen = { filter: defaultFilter, currency: DEFAULT_CURRENCY };

type Said = { readonly [Key in keyof ScreenFilter]?: ScreenFilter[Key] | undefined };

/**
 * A question in its one form: what the default screen asks where nothing is said, raw addresses, each once, numbers
 * plainly written, nothing empty.
 */
export function normalizeFilter(said: Said): ScreenFilter {
  const { sort, order, excludeScam } = defaultFilter;
  const lists = {
    address: rawAddresses(said.address),
    admin: rawAddresses(said.admin),
    verification: unique(said.verification),
  };
  return {
    sort: said.sort ?? sort,
    order: said.order ?? order,
    excludeScam: said.excludeScam ?? excludeScam,
    ...(said.search === undefined ? {} : { search: said.search }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...rangeParts(rangesOf(said)),
  };
}

function rawAddresses(spelled: readonly string[] = []): string[] {
  return unique(spelled.map((text) => parseAddress(text) ?? text));
}

function unique<Item>(items: readonly Item[] = []): Item[] {
  return [...new Set(items)];
}

/** The screen with another part of its filter; undefined takes the part away. */
export function withFilter(screen: Screen, parts: Said): Screen {
  const filter = normalizeFilter({ ...screen.filter, ...parts });
  const keepsFloor = filter.sort === screen.filter.sort && filter.order === 'desc';
  return keepsFloor ? { ...screen, filter } : withMinimum({ ...screen, filter }, undefined);
}

/** `floor` in the spelling of `floor.ts`, for the sort field that the screen has. */
export function withMinimum(screen: Screen, minimum: string | undefined): Screen {
  const { minimum: _, ...others } = screen;
  return minimum === undefined ? others : { ...others, minimum };
}

export function withRanges(screen: Screen, ranges: Ranges): Screen {
  const none = { priceChange: undefined, liquidity: undefined, fdmc: undefined };
  return withFilter(screen, { ...none, trustScore: undefined, holders: undefined, ...rangeParts(ranges) });
}

export function withRange(screen: Screen, id: RangeId, range: Range | undefined): Screen {
  return withRanges(screen, { ...rangesOf(screen.filter), [id]: range });
}
