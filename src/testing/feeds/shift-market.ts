import type { GeneratedMarket } from '#testing/market/market-generator.ts';

const DAY_MS = 86_400_000;

/** Moves all times of a market by whole days. */
export function shiftMarket({ files, clock, stables }: GeneratedMarket, days: number): GeneratedMarket {
  const shift = days * DAY_MS;
  const shiftTime = (text: unknown) =>
    typeof text === 'string' ? new Date(Date.parse(text) + shift).toISOString() : undefined;
  return {
    clock: new Date(clock.getTime() + shift),
    stables,
    files: {
      ...files,
      pools: files.pools.map((pool) => ({
        ...pool,
        createdAt: shiftTime(pool.createdAt),
        reservesAt: shiftTime(pool.reservesAt),
      })),
      swaps: files.swaps.map((swap) => ({
        ...swap,
        event_time: String(Number(swap.event_time) + shift / 1000),
      })),
      fx: (files.fx ?? []).map((row) => ({ ...row, date: shiftTime(row.date)?.slice(0, 10) ?? '' })),
    },
  };
}
