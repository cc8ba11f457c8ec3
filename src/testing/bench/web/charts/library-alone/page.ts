import { CandlestickSeries, createChart, LineSeries } from 'lightweight-charts';
import { candlesOf, everyTick } from './points.ts';
import { readTicks } from './ticks.ts';

/** As many as our own chart draws at once. */
const SEEN = 2_500;

const asked = new URLSearchParams(location.search);
const element = document.querySelector<HTMLElement>('#chart');
if (element) {
  // As large as our own chart: who draws less is quicker.
  const size = { width: Number(asked.get('width')), height: Number(asked.get('height')) };
  const chart = createChart(element, { ...size, timeScale: { timeVisible: true } });
  const path = `/v1/jettons/${asked.get('address')}/markets/${asked.get('poolAddress')}/price/ticks`;
  if (asked.get('range') === 'all') {
    const ticks = await readTicks(path, Number.POSITIVE_INFINITY);
    chart.addSeries(LineSeries).setData(everyTick(ticks));
    chart.timeScale().setVisibleLogicalRange({ from: ticks.length - SEEN, to: ticks.length });
  } else chart.addSeries(CandlestickSeries).setData(candlesOf(await readTicks(path, 1)));
}
