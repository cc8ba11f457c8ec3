import type { RouterHistory, SearchMiddleware } from '@tanstack/react-router';
import { periodLabels, USUAL_PERIOD } from '#web/lib/numbers/periods.ts';
import { isSame, usualColumns } from '#web/lib/screen/columns.ts';
import { isPhone } from '#web/state/media.ts';
import { useTableLayout } from '#web/state/table-layout.ts';
import { parseQuery, type Query, stringifyQuery } from './query-text.ts';
import { HOME, writeColumns } from './screen.ts';
import { WATCHLIST } from './watchlist.ts';

/** Pages whose address arranges a table. */
const tables: readonly string[] = [HOME, WATCHLIST];

/** The address that a page is opened at says how this device likes its table, before it is read. */
export function completeAddress(): void {
  const { pathname, search, hash } = location;
  if (!tables.includes(pathname)) return;
  const said = parseQuery(search);
  const whole = { ...said, ...missing(said) };
  if (Object.keys(whole).length === Object.keys(said).length) return;
  history.replaceState(history.state, '', pathname + stringifyQuery(whole) + hash);
}

/** So do links to one. Who went back to what is usual stays with it, until another table is chosen. */
export function completeLinks(shown: RouterHistory): SearchMiddleware<Query> {
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
  if (said.columns === undefined && columns && !isSame(columns, usualColumns(isPhone())))
    owed.columns = writeColumns(columns);
  if (said.period === undefined && period !== USUAL_PERIOD) owed.period = periodLabels[period];
  return owed;
}
