import * as z from 'zod/mini';
import { pricePeriods } from '#contract/enums.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';
import { DEFAULT_PERIOD } from '#web/money/periods.ts';
import { columnIds, MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH, selectableColumns } from './columns.ts';

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
