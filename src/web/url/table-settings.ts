import type { RouterHistory, SearchMiddleware } from '@tanstack/react-router';
import { DEFAULT_PERIOD, periodLabels } from '#web/lib/numbers/periods.ts';
import { defaultColumnsFor, isSameColumns } from '#web/lib/screen/columns.ts';
import { isPhone } from '#web/state/media.ts';
import { useTableLayout } from '#web/state/table-layout.ts';
import { parseQuery, type Query, stringifyQuery } from './query-string.ts';
import { HOME_PATH, serializeColumns } from './screen.ts';
import { WATCHLIST_PATH } from './watchlist.ts';

/** Pages whose address arranges a table. */
const tables: readonly string[] = [HOME_PATH, WATCHLIST_PATH];

/** The address that a page is opened at says how this device likes its table, before it is read. */
export function addTableSettingsToUrl(): void {
  const { pathname, search, hash } = location;
  if (!tables.includes(pathname)) return;
  const said = parseQuery(search);
  const whole = { ...said, ...missing(said) };
  if (Object.keys(whole).length === Object.keys(said).length) return;
  history.replaceState(history.state, '', pathname + stringifyQuery(whole) + hash);
}

/** So do links to one. Who went back to what is usual stays with it, until another table is chosen. */
export function tableSettingsMiddleware(shown: RouterHistory): SearchMiddleware<Query> {
  return ({ search, next }) => {
    const said = next(search);
    const { location } = shown;
    const usual = tables.includes(location.pathname) ? missing(parseQuery(location.search)) : {};
    const added = Object.entries(missing(said)).filter(([key]) => !(key in usual));
    return added.length === 0 ? said : { ...said, ...Object.fromEntries(added) };
  };
}

/** What this device chose last of what a query leaves open; the usual is not written. */
function missing(said: Query): Query {
  const { columns, period } = useTableLayout.getState();
  const owed: Query = {};
  if (said.columns === undefined && columns && !isSameColumns(columns, defaultColumnsFor(isPhone())))
    owed.columns = serializeColumns(columns);
  if (said.period === undefined && period !== DEFAULT_PERIOD) owed.period = periodLabels[period];
  return owed;
}
