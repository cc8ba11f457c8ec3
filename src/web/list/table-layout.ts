import type { RouterHistory, SearchMiddleware } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { pricePeriods } from '#contract/enums.ts';
import { parseQuery, type Query, stringifyQuery } from '#web/kit/device/link-state.ts';
import { isPhone } from '#web/kit/device/media.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';
import { usePersistedCurrency } from '#web/kit/device/preferences.ts';
import { DEFAULT_CURRENCY } from '#web/money/currencies.ts';
import { DEFAULT_PERIOD, periodLabels } from '#web/money/periods.ts';
import {
  columnIds,
  defaultColumnsFor,
  formatColumnWidths,
  isSameColumns,
  MAX_COLUMN_WIDTH,
  MIN_COLUMN_WIDTH,
  selectableColumns,
  serializeColumns,
} from './columns.ts';
import { HOME_PATH } from './list-state.ts';
import { WATCHLIST_PATH } from './watchlist-link.ts';

export const densities = ['compact', 'comfortable'] as const;

const columns = z
  .array(z.enum(selectableColumns))
  .check(z.refine((ids) => new Set(ids).size === ids.length, 'duplicate column'));

// An alias, because the linter mistakes `.catch` for the method of promises.
const withFallback = z.catch;

/** Table settings of this device. Settings that the user has not changed are absent. */
const layout = z.object({
  density: withFallback(z.enum(densities), 'compact'),
  /** Last selected period. */
  period: withFallback(z.enum(pricePeriods), DEFAULT_PERIOD),
  /** Last selected columns in order. Absent: the default columns. */
  columns: withFallback(z.optional(columns), undefined),
  /** Columns that stay visible during horizontal scrolling, besides `jetton`. */
  pinned: withFallback(columns, ['rank']),
  /** Last widths in pixels of resized columns. */
  widths: withFallback(
    z.partialRecord(z.enum(columnIds), z.number().check(z.gte(MIN_COLUMN_WIDTH), z.lte(MAX_COLUMN_WIDTH))),
    {},
  ),
});
export type TableLayout = z.output<typeof layout>;

export const useTableLayout = createPersistedStore<TableLayout>(
  'jetscope.table',
  (stored) => z.safeParse(layout, stored).data ?? layout.parse({}),
);

/** Pages whose URL contains table settings. */
const tablePaths: readonly string[] = [HOME_PATH, WATCHLIST_PATH];

/** Adds the stored table settings to the URL of the page before the router parses it. */
export function addTableSettingsToUrl(): void {
  const { pathname, search, hash } = location;
  const completed = withTableSettings(pathname, search);
  if (completed !== search) history.replaceState(history.state, '', pathname + completed + hash);
}

/** Returns the query string of a page with the stored table settings. */
export function withTableSettings(pathname: string, search: string): string {
  if (!tablePaths.includes(pathname)) return search;
  const query = parseQuery(search);
  const added = missingSettings(query);
  return Object.keys(added).length === 0 ? search : stringifyQuery({ ...query, ...added });
}

/**
 * Adds the stored table settings to links. Settings that the current page omits are not added, because the user has reset
 * them to their defaults.
 */
export function tableSettingsMiddleware(history: RouterHistory): SearchMiddleware<Query> {
  return ({ search, next }) => {
    const query = next(search);
    const { location } = history;
    const reset = tablePaths.includes(location.pathname) ? missingSettings(parseQuery(location.search)) : {};
    const added = Object.entries(missingSettings(query)).filter(([key]) => !(key in reset));
    return added.length === 0 ? query : { ...query, ...Object.fromEntries(added) };
  };
}

/** Returns the stored settings that a query does not contain. Omits default values. */
function missingSettings(query: Query): Query {
  const { columns, widths, period } = useTableLayout.getState();
  const settings: Query = {};
  if (query.columns === undefined && columns && !isSameColumns(columns, defaultColumnsFor(isPhone())))
    settings.columns = serializeColumns(columns);
  // Two-line rows have no columns to resize.
  const widthsText = isPhone() ? '' : formatColumnWidths(widths);
  if (query.widths === undefined && widthsText !== '') settings.widths = widthsText;
  const { currency } = usePersistedCurrency.getState();
  if (query.currency === undefined && currency !== DEFAULT_CURRENCY) settings.currency = currency;
  if (query.period === undefined && period !== DEFAULT_PERIOD) settings.period = periodLabels[period];
  return settings;
}
