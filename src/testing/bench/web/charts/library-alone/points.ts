import type { CandlestickData, LineData, UTCTimestamp } from 'lightweight-charts';
import type { Tick } from './ticks.ts';

const QUARTER = 900;

export function candlesOf(ticks: readonly Tick[]): CandlestickData<UTCTimestamp>[] {
  const candles: CandlestickData<UTCTimestamp>[] = [];
  for (const { time: second, price } of ticks) {
    const time = (Math.floor(second / QUARTER) * QUARTER) as UTCTimestamp;
    const last = candles.at(-1);
    if (last?.time === time) {
      last.high = Math.max(last.high, price);
      last.low = Math.min(last.low, price);
      last.close = price;
    } else candles.push({ time, open: price, high: price, low: price, close: price });
  }
  return candles;
}

/** The library takes no two points of one time: those of a second stand a thousandth apart. */
export function everyTick(ticks: readonly Tick[]): LineData<UTCTimestamp>[] {
  let before = 0;
  return ticks.map(({ time, price }) => {
    before = Math.max(time, before + 0.001);
    return { time: before as UTCTimestamp, value: price };
  });
}
