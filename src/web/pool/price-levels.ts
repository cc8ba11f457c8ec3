import * as z from 'zod/mini';
import { parsePriceLines } from '#web/chart/parse-price-levels.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';
import type { Quote } from '#web/money/price-unit.ts';

/** Identifies a chart with price lines: one market in one unit. Addresses are in raw form. */
export interface ChartKey {
  readonly address: string;
  readonly poolAddress: string;
  readonly quote: Quote;
}

/** Number of charts whose lines are stored. The least recently changed ones are dropped. */
const MAX_CHARTS = 200;

const schema = z.object({ charts: z.record(z.string(), z.readonly(z.array(z.number()))) });

/** Prices by chart, the last changed chart last. */
const usePriceLines = createPersistedStore<z.output<typeof schema>>('jetscope.lines', (stored) => ({
  charts: Object.fromEntries(
    Object.entries(z.safeParse(schema, stored).data?.charts ?? {})
      .map(([key, prices]) => [key, parsePriceLines(prices)] as const)
      .filter(([, prices]) => prices.length > 0)
      .slice(-MAX_CHARTS),
  ),
}));

/** Returns the price lines that the user has added to a chart on this device. */
export function storedPriceLines(chart: ChartKey): readonly number[] {
  const { charts } = usePriceLines.getState();
  const key = keyOf(chart);
  return Object.hasOwn(charts, key) ? (charts[key] ?? []) : [];
}

/** Stores the price lines of a chart on this device. Without prices, deletes them. */
export function storePriceLines(chart: ChartKey, prices: readonly number[]): void {
  const { [keyOf(chart)]: _, ...others } = usePriceLines.getState().charts;
  const entries = [
    ...Object.entries(others),
    ...(prices.length > 0 ? [[keyOf(chart), prices] as const] : []),
  ];
  usePriceLines.setState({ charts: Object.fromEntries(entries.slice(-MAX_CHARTS)) });
}

function keyOf({ address, poolAddress, quote }: ChartKey): string {
  return `${address} ${poolAddress} ${quote}`;
}
