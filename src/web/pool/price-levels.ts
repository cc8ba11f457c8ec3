import * as z from 'zod/mini';
import { parseAddress } from '#contract/address.ts';
import { parsePriceLevels } from '#web/chart/chart-view.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';
import type { PriceUnit } from '#web/money/price-unit.ts';
import { type PoolPath, type PoolSearch, parsePoolLink, serializePoolLink } from './pool-search.ts';

/** Identifies a chart with price levels: one market in one unit. Addresses are in raw form. */
export interface ChartKey {
  readonly address: string;
  readonly poolAddress: string;
  readonly quote: PriceUnit;
}

/** Number of charts whose lines are stored. The least recently changed ones are dropped. */
const MAX_CHARTS = 200;

const schema = z.object({ charts: z.record(z.string(), z.readonly(z.array(z.number()))) });

/** Prices by chart, the last changed chart last. */
const usePriceLevels = createPersistedStore<z.output<typeof schema>>('jetscope.lines', (stored) => ({
  charts: Object.fromEntries(
    Object.entries(z.safeParse(schema, stored).data?.charts ?? {})
      .map(([key, prices]) => [key, parsePriceLevels(prices)] as const)
      .filter(([, prices]) => prices.length > 0)
      .slice(-MAX_CHARTS),
  ),
}));

/** Returns the price levels that the user has added to a chart on this device. */
export function storedPriceLevels(chart: ChartKey): readonly number[] {
  const { charts } = usePriceLevels.getState();
  const key = keyOf(chart);
  return Object.hasOwn(charts, key) ? (charts[key] ?? []) : [];
}

/** Stores the price levels of a chart on this device. Without prices, deletes them. */
export function storePriceLevels(chart: ChartKey, prices: readonly number[]): void {
  const { [keyOf(chart)]: _, ...others } = usePriceLevels.getState().charts;
  const entries = [
    ...Object.entries(others),
    ...(prices.length > 0 ? [[keyOf(chart), prices] as const] : []),
  ];
  usePriceLevels.setState({ charts: Object.fromEntries(entries.slice(-MAX_CHARTS)) });
}

function keyOf({ address, poolAddress, quote }: ChartKey): string {
  return `${address} ${poolAddress} ${quote}`;
}

/** Returns the query with the price levels that were stored on this device, or undefined if the link has its own. */
export function withStoredLevels(
  { address, poolAddress }: PoolPath,
  query: PoolSearch,
): PoolSearch | undefined {
  const { view, overlays } = parsePoolLink(query);
  const chart = [parseAddress(address), parseAddress(poolAddress)];
  if (view.priceLevels.length > 0 || chart[0] === undefined || chart[1] === undefined) return undefined;
  const priceLevels = storedPriceLevels({ address: chart[0], poolAddress: chart[1], quote: view.quote });
  return priceLevels.length > 0 ? serializePoolLink({ view: { ...view, priceLevels }, overlays }) : undefined;
}
