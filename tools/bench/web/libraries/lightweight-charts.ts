import { CandlestickSeries, createChart, type UTCTimestamp } from 'lightweight-charts';
import type { Candle, Size } from './candles.ts';

export function renderCandles(element: HTMLElement, candles: readonly Candle[], size: Size): void {
  const chart = createChart(element, { ...size, timeScale: { timeVisible: true } });
  const data = candles.map(({ time, ...prices }) => ({ time: time as UTCTimestamp, ...prices }));
  chart.addSeries(CandlestickSeries).setData(data);
  chart.timeScale().fitContent();
}
