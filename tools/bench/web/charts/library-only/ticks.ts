import type { operations, ResponseOf } from '#contract/operations.ts';

export interface Tick {
  /** Unix time in seconds. */
  readonly time: number;
  readonly price: number;
}

/** Returns the newest ticks of a market, at most this many pages, oldest first. */
export async function readTicks(path: string, pages: number): Promise<Tick[]> {
  const ticks: Tick[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const query = new URLSearchParams({ limit: '1000', ...(cursor && { cursor }) });
    const response = await fetch(`${path}?${query}`);
    const { items, next }: ResponseOf<typeof operations.getJettonMarketPriceHistory> = await response.json();
    for (const { time, value } of items) {
      const price = Number(`${value.counterpart.value}e-${value.counterpart.decimals}`);
      ticks.push({ time: Date.parse(time) / 1000, price });
    }
    if (!next) break;
    cursor = next;
  }
  return ticks.reverse();
}
