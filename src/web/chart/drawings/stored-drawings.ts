import * as z from 'zod/mini';
import { DRAWINGS_KEY, type MarketAddress, marketKey } from '#web/chart/chart-view.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';
import { type Drawing, parseDrawings, serializeDrawing } from './drawings.ts';

/** Number of pools whose drawings are stored. The least recently changed ones are dropped. */
export const MAX_POOLS = 200;

const schema = z.object({ pools: z.record(z.string(), z.readonly(z.array(z.string()))) });

/** Texts of drawings by market, the last changed market last. */
export const useDrawings = createPersistedStore<z.output<typeof schema>>(DRAWINGS_KEY, (stored) => ({
  pools: Object.fromEntries(
    Object.entries(z.safeParse(schema, stored).data?.pools ?? {})
      .map(([key, texts]) => [key, parseDrawings(texts).map(serializeDrawing)] as const)
      .filter(([, texts]) => texts.length > 0)
      .slice(-MAX_POOLS),
  ),
}));

/** Returns the drawings of a pool on this device. */
export function storedDrawings(market: MarketAddress): readonly Drawing[] {
  const { pools } = useDrawings.getState();
  const key = marketKey(market);
  return Object.hasOwn(pools, key) ? parseDrawings(pools[key] ?? []) : [];
}

/** Stores the drawings of a pool on this device. Without drawings, deletes them. */
export function storeDrawings(market: MarketAddress, drawings: readonly Drawing[]): void {
  const { [marketKey(market)]: _, ...others } = useDrawings.getState().pools;
  const entries = [
    ...Object.entries(others),
    ...(drawings.length > 0 ? [[marketKey(market), drawings.map(serializeDrawing)] as const] : []),
  ];
  useDrawings.setState({ pools: Object.fromEntries(entries.slice(-MAX_POOLS)) });
}

/** Calls a function after the drawings of any pool changed, also in another tab. Returns what ends it. */
export function onStoredDrawings(listener: () => void): () => void {
  return useDrawings.subscribe(listener);
}
