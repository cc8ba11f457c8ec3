import { parseQuery, stringifyQuery } from '#web/kit/device/query-string.ts';
import { defaultColumnsFor, serializeColumns } from '#web/list/columns.ts';
import { HOME_PATH } from '#web/list/list-state.ts';
import { WATCHLIST_PATH } from '#web/list/watchlist-link.ts';
import { DEFAULT_CURRENCY } from '#web/money/currencies.ts';
import { DEFAULT_PERIOD, periodLabels } from '#web/money/periods.ts';

/**
 * Adds the default columns, period and currency to the path of a table, because the recipient's device completes links
 * without them with its own settings.
 */
export function completePath(path: string): string {
  const { pathname, search, hash } = new URL(path, 'http://localhost');
  if (pathname !== HOME_PATH && pathname !== WATCHLIST_PATH) return path;
  const query = parseQuery(search);
  const columns = defaultColumnsFor(false, query.sort === 'createdAt' ? 'createdAt' : undefined);
  const defaults = {
    columns: serializeColumns(columns),
    period: periodLabels[DEFAULT_PERIOD],
    currency: DEFAULT_CURRENCY,
  };
  return pathname + stringifyQuery({ ...query, ...defaults, ...query }) + hash;
}
