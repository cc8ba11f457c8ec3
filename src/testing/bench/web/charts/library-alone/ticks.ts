import type { operations, ResponseOf } from '#contract/operations.ts';

export interface Tick {
  /** Seconds. */
  readonly time: number;
  readonly price: number;
}

/** So many pages of a market's newest ticks, oldest first. */
export async function readTicks(path: string, pages: number): Promise<Tick[]> {
  const ticks: Tick[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const query = new URLSearchParams({ limit: '1000', ...(cursor && { cursor }) });
    const answer = await fetch(`${path}?${query}`);
    const { items, next }: ResponseOf<typeof operations.getJettonMarketPriceHistory> = await answer.json();
    for (const { time, value } of items) {
      const price = Number(`${value.counterpart.value}e-${value.counterpart.decimals}`);
      ticks.push({ time: Date.parse(time) / 1000, price });
    }
    if (!next) break;
    cursor = next;
  }
  return ticks.reverse();
}
