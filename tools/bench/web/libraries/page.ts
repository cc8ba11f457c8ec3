import { readCandles } from './candles.ts';

const parameters = new URLSearchParams(location.search);
const element = document.querySelector<HTMLElement>('#chart');
// The libraries are loaded while the candles are requested, as a page with one of them would do.
const renderer =
  parameters.get('library') === 'uplot' ? import('./uplot.ts') : import('./lightweight-charts.ts');
if (element) {
  const candles = await readCandles(parameters.get('candles') ?? '');
  const { renderCandles } = await renderer;
  // The same size as Jetscope's chart, because a smaller chart renders faster.
  const size = { width: Number(parameters.get('width')), height: Number(parameters.get('height')) };
  renderCandles(element, candles, size);
}
