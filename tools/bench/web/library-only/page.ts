import {
  type CandlestickData,
  CandlestickSeries,
  createChart,
  type LineData,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { operations, ResponseOf } from '#contract/operations.ts';

const CANDLE_SECONDS = 900;
/** The number of ticks that Jetscope's chart shows at once. */
const VISIBLE_TICKS = 2_500;

interface Tick {
  /** Unix time in seconds. */
  readonly time: number;
  readonly price: number;
}

const parameters = new URLSearchParams(location.search);
const element = document.querySelector<HTMLElement>('#chart');
if (element) {
  // The same size as Jetscope's chart, because a smaller chart renders faster.
  const size = { width: Number(parameters.get('width')), height: Number(parameters.get('height')) };
  const chart = createChart(element, { ...size, timeScale: { timeVisible: true } });
  if (parameters.get('range') === 'all') {
    const ticks = await readTicks(Number.POSITIVE_INFINITY);
    chart.addSeries(LineSeries).setData(linePoints(ticks));
    chart.timeScale().setVisibleLogicalRange({ from: ticks.length - VISIBLE_TICKS, to: ticks.length });
  } else chart.addSeries(CandlestickSeries).setData(candlesOf(await readTicks(1)));
}

/** Returns the newest ticks of the market, at most this many pages, oldest first. */
async function readTicks(pages: number): Promise<Tick[]> {
  const path = `/v1/jettons/${parameters.get('address')}/markets/${parameters.get('poolAddress')}/price/ticks`;
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

function candlesOf(ticks: readonly Tick[]): CandlestickData<UTCTimestamp>[] {
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
function linePoints(ticks: readonly Tick[]): LineData<UTCTimestamp>[] {
  let previous = 0;
  return ticks.map(({ time, price }) => {
    previous = Math.max(time, previous + 0.001);
    return { time: previous as UTCTimestamp, value: price };
  });
}
