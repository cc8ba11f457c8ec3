import * as z from 'zod/mini';
import { countPeriods } from '#contract/enums.ts';
import { chosenColumns } from '#web/lib/columns.ts';
import { createKept } from './kept.ts';

export const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];

const column = z.enum(chosenColumns);

/** How this device likes the table; what it did not choose is absent. */
const layout = z.object({
  density: z.catch(z.enum(densities), 'compact'),
  /** Of volume, transactions and traders. */
  period: z.catch(z.enum(countPeriods), 'day'),
  /** In their order. */
  columns: z.catch(z.optional(z.array(column)), undefined),
  /** Besides the rank and the jetton, which stay anyway. */
  pinned: z.catch(z.array(column), []),
  widths: z.catch(z.record(z.string(), z.number().check(z.gte(40), z.lte(600))), {}),
});
export type TableLayout = z.output<typeof layout>;

export const useTableLayout = createKept<TableLayout>('jetscope.table', (stored) =>
  layout.parse(typeof stored === 'object' && stored !== null ? stored : {}),
);
