import type { ChartView } from '#web/chart/chart-view.ts';
import type { VisibleRow } from '#web/chart/rendering/visible-rows.ts';
import type { Tick } from '#web/chart/ticks/ticks.ts';
import { csvRow } from '#web/kit/device/csv.ts';
import { decimalOfNumber } from '#web/money/decimals.ts';
import { unitKey } from '#web/money/native-coin.ts';

/** Returns the start of the name of exported files: the pair, which contains the counterpart, or the pair and the unit. */
export function exportName(title: string, { quote }: Pick<ChartView, 'quote'>): string {
  const pair = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'chart';
  return quote === 'counterpart' ? pair : `${pair}-${unitKey(quote)}`;
}

/** Returns bars as CSV. */
export function barsCsv(rows: readonly VisibleRow[]): string {
  const lines = rows.map(({ time, open, high, low, close, count }) =>
    csvRow([new Date(time * 1000).toISOString(), ...[open, high, low, close, count].map(numberCell)]),
  );
  return [csvRow(['time', 'open', 'high', 'low', 'close', 'swaps']), ...lines].join('');
}

/** Returns ticks as CSV. Unknown prices are empty. */
export function ticksCsv(ticks: readonly Tick[]): string {
  const lines = ticks.map(({ time, lt, prices: { counterpart, ton, usd } }) =>
    csvRow([new Date(time).toISOString(), String(lt), ...[counterpart, ton, usd].map(numberCell)]),
  );
  return [csvRow(['time', 'lt', 'counterpart', unitKey('ton'), 'usd']), ...lines].join('');
}

/** Returns ticks as JSON. Unknown prices are null; logical times are strings, because they have 64 bits. */
export function ticksJson(pair: string, ticks: readonly Tick[]): string {
  const list = ticks.map(({ time, lt, prices: { counterpart, ton, usd } }) => ({
    time: new Date(time).toISOString(),
    lt: String(lt),
    counterpart,
    [unitKey('ton')]: ton,
    usd,
  }));
  return JSON.stringify({ pair, swaps: list }, undefined, 1);
}

function numberCell(number: number): string {
  return Number.isNaN(number) ? '' : decimalOfNumber(number);
}
