import { CandlestickSeries, createChart, LineSeries } from 'lightweight-charts';
import { candlesOf, linePoints } from './points.ts';
import { readTicks } from './ticks.ts';

/** The number of ticks that Jetscope's chart shows at once. */
const VISIBLE_TICKS = 2_500;

const parameters = new URLSearchParams(location.search);
const element = document.querySelector<HTMLElement>('#chart');
if (element) {
  // The same size as Jetscope's chart, because a smaller chart renders faster.
  const size = { width: Number(parameters.get('width')), height: Number(parameters.get('height')) };
  const chart = createChart(element, { ...size, timeScale: { timeVisible: true } });
  const path = `/v1/jettons/${parameters.get('address')}/markets/${parameters.get('poolAddress')}/price/ticks`;
  if (parameters.get('range') === 'all') {
    const ticks = await readTicks(path, Number.POSITIVE_INFINITY);
    chart.addSeries(LineSeries).setData(linePoints(ticks));
    chart.timeScale().setVisibleLogicalRange({ from: ticks.length - VISIBLE_TICKS, to: ticks.length });
  } else chart.addSeries(CandlestickSeries).setData(candlesOf(await readTicks(path, 1)));
}
