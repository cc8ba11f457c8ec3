import * as z from 'zod/mini';
import { parseAddress } from '#contract/address.ts';
import { parsePriceLevels } from '#web/chart/chart-view.ts';
import type { ChartUnit } from '#web/chart/drawings/drawings.ts';
import { isSameQuery, type Query } from '#web/kit/device/link-state.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';
import {
  canonicalPoolPath,
  chartUnit,
  type PoolLink,
  type PoolPath,
  parsePoolLink,
  serializePoolLink,
} from './pool-search.ts';

/** Identifies a chart with price levels: one market in one unit. Addresses are in raw form. */
export interface ChartKey {
  readonly address: string;
  readonly poolAddress: string;
  readonly unit: ChartUnit;
}

/** Number of charts whose lines are stored. The least recently changed ones are dropped. */
export const MAX_CHARTS = 200;

const schema = z.object({ charts: z.record(z.string(), z.readonly(z.array(z.number()))) });

/** Prices by chart, the last changed chart last. */
export const usePriceLevels = createPersistedStore<z.output<typeof schema>>('jetscope.lines', (stored) => ({
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

function keyOf({ address, poolAddress, unit }: ChartKey): string {
  return `${address} ${poolAddress} ${unit}`;
}

interface PoolAddressAndSearch extends PoolPath {
  readonly search: Query;
}

/**
 * Returns the canonical form of a link, with the price levels stored on this device if it has none and without invalid
 * parameters. Returns undefined if the link is already canonical.
 */
export function canonicalPoolLink(link: PoolAddressAndSearch): PoolAddressAndSearch | undefined {
  const path = canonicalPoolPath(link);
  const search = serializePoolLink(withStoredLevels(path, parsePoolLink(link.search)));
  const isCanonical =
    path.address === link.address &&
    path.poolAddress === link.poolAddress &&
    isSameQuery(search, link.search);
  return isCanonical ? undefined : { ...path, search };
}

function withStoredLevels({ address, poolAddress }: PoolPath, link: PoolLink): PoolLink {
  const { view } = link;
  const [jetton, pool] = [parseAddress(address), parseAddress(poolAddress)];
  if (view.priceLevels.length > 0 || jetton === undefined || pool === undefined) return link;
  const priceLevels = storedPriceLevels({ address: jetton, poolAddress: pool, unit: chartUnit(link) });
  return { ...link, view: { ...view, priceLevels } };
}
