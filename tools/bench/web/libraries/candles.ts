import type { ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';

/** Prices of an interval that starts at `time`, in Unix seconds. */
export interface Candle {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns all candles of a request, oldest first. */
export async function readCandles(path: string): Promise<readonly Candle[]> {
  const candles: Candle[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const response = await fetch(cursor ? `${path}&cursor=${cursor}` : path);
    const page: ResponseOf<ServedOperations['getJettonMarketCandles']> = await response.json();
    for (const { time, open, high, low, close } of page.items) {
      const priceOf = ({ counterpart }: typeof open) =>
        Number(`${counterpart.value}e-${counterpart.decimals}`);
      candles.push({
        time: Date.parse(time) / 1000,
        open: priceOf(open),
        high: priceOf(high),
        low: priceOf(low),
        close: priceOf(close),
      });
    }
    cursor = page.next;
  }
  return candles.reverse();
}
