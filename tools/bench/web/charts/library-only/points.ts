import type { CandlestickData, LineData, UTCTimestamp } from 'lightweight-charts';
import type { Tick } from './ticks.ts';

const CANDLE_SECONDS = 900;

export function candlesOf(ticks: readonly Tick[]): CandlestickData<UTCTimestamp>[] {
  const candles: CandlestickData<UTCTimestamp>[] = [];
  for (const { time: second, price } of ticks) {
    const time = (Math.floor(second / CANDLE_SECONDS) * CANDLE_SECONDS) as UTCTimestamp;
    const last = candles.at(-1);
    if (last?.time === time) {
      last.high = Math.max(last.high, price);
      last.low = Math.min(last.low, price);
      last.close = price;
    } else candles.push({ time, open: price, high: price, low: price, close: price });
  }
  return candles;
}

/** Returns one point per tick. The library rejects equal times, so ticks of the same second are 1 ms apart. */
export function linePoints(ticks: readonly Tick[]): LineData<UTCTimestamp>[] {
  let previous = 0;
  return ticks.map(({ time, price }) => {
    previous = Math.max(time, previous + 0.001);
    return { time: previous as UTCTimestamp, value: price };
  });
}
