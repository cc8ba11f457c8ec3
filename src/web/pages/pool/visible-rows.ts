import type { Bars } from '#web/chart/bars.ts';
import type { SeenBars } from '#web/chart/price-chart.ts';

export interface VisibleRow {
  /** Start of the bar, in seconds. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly count: number;
}

/** The bars in sight in which somebody traded. */
export function visibleRows(bars: Bars, { from, to }: SeenBars): VisibleRow[] {
  const rows: VisibleRow[] = [];
  const last = Math.min(Math.floor(to), bars.length - 1);
  for (let place = Math.max(Math.ceil(from), 0); place <= last; place += 1) {
    const count = bars.count[place] ?? 0;
    if (count === 0) continue;
    rows.push({
      time: bars.time[place] ?? 0,
      open: bars.open[place] ?? Number.NaN,
      high: bars.high[place] ?? Number.NaN,
      low: bars.low[place] ?? Number.NaN,
      close: bars.close[place] ?? Number.NaN,
      count,
    });
  }
  return rows;
}
