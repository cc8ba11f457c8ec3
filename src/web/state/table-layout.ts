import * as z from 'zod/mini';
import { pricePeriods } from '#contract/enums.ts';
import { DEFAULT_PERIOD } from '#web/lib/numbers/periods.ts';
import { type ColumnId, columnIds, selectableColumns } from '#web/lib/screen/columns.ts';
import { createPersistedStore } from './persisted-store.ts';

export const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];

export const MIN_COLUMN_WIDTH = 40;
export const MAX_COLUMN_WIDTH = 640;

const columns = z
  .array(z.enum(selectableColumns))
  .check(z.refine((ids) => new Set(ids).size === ids.length, 'one is named twice'));

// The linter takes a method of that name for a promise's.
const orElse = z.catch;

/** How this device likes the table; what it did not choose is absent. */
const layout = z.object({
  density: orElse(z.enum(densities), 'compact'),
  /** The one that was chosen last. */
  period: orElse(z.enum(pricePeriods), DEFAULT_PERIOD),
  /** Those that were chosen last, in their order; absent: the usual ones. */
  columns: orElse(z.optional(columns), undefined),
  /** Stay when the table is scrolled sideways, beside the jetton. */
  pinned: orElse(columns, ['rank']),
  /** In pixels; a column that nobody sized has none. */
  widths: orElse(
    z.partialRecord(z.enum(columnIds), z.number().check(z.gte(MIN_COLUMN_WIDTH), z.lte(MAX_COLUMN_WIDTH))),
    {},
  ),
});
export type TableLayout = z.output<typeof layout>;

export const useTableLayout = createPersistedStore<TableLayout>(
  'jetscope.table',
  (stored) => z.safeParse(layout, stored).data ?? layout.parse({}),
);

/** undefined: as wide as the table makes it. */
export function setColumnWidth(id: ColumnId, width: number | undefined): void {
  const { [id]: _, ...others } = useTableLayout.getState().widths;
  const fitting =
    width === undefined
      ? undefined
      : Math.min(Math.max(Math.round(width), MIN_COLUMN_WIDTH), MAX_COLUMN_WIDTH);
  useTableLayout.setState({ widths: fitting === undefined ? others : { ...others, [id]: fitting } });
}
