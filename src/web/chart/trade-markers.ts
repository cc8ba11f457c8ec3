import { createSeriesMarkers, type ISeriesMarkersPluginApi, type SeriesMarker } from 'lightweight-charts';
import type { BarResult } from './bars/bar-messages.ts';
import { indexAt } from './bars/bar-window.ts';
import { intervalSeconds } from './bars/intervals.ts';
import type { ChartSession } from './chart-session.ts';
import type { PriceSeries } from './rendering/chart-series.ts';

export interface MarkedTrade {
  /** Milliseconds. */
  readonly time: number;
  readonly isBuy: boolean;
}

/** The marked trades of a bar. */
export interface MarkedBar {
  readonly index: number;
  readonly buys: number;
  readonly sells: number;
}

/** Returns the bars that contain trades, oldest first. Leaves out trades that no bar with a price contains. */
export function markedBars(
  { bars, interval, groupSize }: BarResult,
  trades: readonly MarkedTrade[],
): readonly MarkedBar[] {
  // Of downsampled bars, the last one before the trade stands for those that are left out.
  const length =
    groupSize > 1 ? Number.POSITIVE_INFINITY : interval === 'tick' ? 1 : intervalSeconds[interval];
  const marked = new Map<number, MarkedBar>();
  for (const { time, isBuy } of trades) {
    const second = time / 1000;
    const index = indexAt(bars, second);
    const start = bars.time[index];
    if (start === undefined || second >= start + length || Number.isNaN(bars.close[index])) continue;
    const { buys, sells } = marked.get(index) ?? { buys: 0, sells: 0 };
    marked.set(index, { index, buys: buys + (isBuy ? 1 : 0), sells: sells + (isBuy ? 0 : 1) });
  }
  return [...marked.values()].sort((a, b) => a.index - b.index);
}

/**
 * Marks trades on a chart: buys below their bar, sells above. Follows the bars and the appearance of the chart. Call `remove`
 * when done.
 */
export class TradeMarkers {
  readonly #session: ChartSession;
  readonly #trades: readonly MarkedTrade[];
  readonly #unsubscribe: () => void;
  #result: BarResult | undefined;
  #prices: PriceSeries | undefined;
  #plugin: ISeriesMarkersPluginApi<number> | undefined;

  constructor(session: ChartSession, trades: readonly MarkedTrade[]) {
    this.#session = session;
    this.#trades = trades;
    this.#unsubscribe = session.state.subscribe(this.#update);
    this.#update();
  }

  remove(): void {
    this.#unsubscribe();
    // Of a replaced or removed series, there is nothing to detach.
    if (this.#prices === this.#session.chart.prices) this.#plugin?.detach();
  }

  readonly #update = (): void => {
    const { result } = this.#session.state.getState();
    const { prices } = this.#session.chart;
    if (!result || !prices || (result === this.#result && prices === this.#prices)) return;
    // A replaced series was removed with its markers.
    if (prices !== this.#prices) this.#plugin = createSeriesMarkers(prices);
    this.#result = result;
    this.#prices = prices;
    this.#plugin?.setMarkers(this.#markersOf(result));
  };

  #markersOf(result: BarResult): SeriesMarker<number>[] {
    const { up, down } = this.#session.colors;
    return markedBars(result, this.#trades).flatMap(({ index, buys, sells }) => {
      const time = result.bars.time[index] ?? 0;
      const buy = { time, position: 'belowBar', shape: 'arrowUp', color: up } as const;
      const sell = { time, position: 'aboveBar', shape: 'arrowDown', color: down } as const;
      return [...(buys > 0 ? [buy] : []), ...(sells > 0 ? [sell] : [])];
    });
  }
}
