import { queryOptions } from '@tanstack/react-query';
import { type AlertState, evaluateAlert, type LevelRule, type Repeat } from '#contract/alerts.ts';
import { numberFromAmount } from '#contract/amount.ts';
import { countNoun, formatChange } from '#contract/format/format-numbers.ts';
import { type ChartPoint, chartLengths, getJettonPriceChart } from '#contract/price-chart.ts';
import { callExtension } from '#web/api/client/call-extension.ts';

const RESOLUTION = 'min15';
const INTERVAL_MS = chartLengths[RESOLUTION].interval * 1000;
const HOUR_MS = 3_600_000;
const STALE_MS = 300_000;

/** Query for the prices of a jetton in USD over the last week, newest first. Fails if the service has no price charts. */
export function weekOfPrices(address: string) {
  const input = { address, resolution: RESOLUTION, currency: 'usd', gapFill: true } as const;
  return queryOptions({
    queryKey: [getJettonPriceChart.name, 'week', address],
    queryFn: async ({ signal }) =>
      (await callExtension(getJettonPriceChart, input, { signal, priority: 'statistics' })).points,
    staleTime: STALE_MS,
    retry: false,
  });
}

export interface Preview {
  readonly count: number;
  /** By how many percent the price had changed an hour after each time that the alert fired. */
  readonly changes: readonly number[];
}

/** Returns when an alert on the price would have fired. Points are newest first. */
export function previewAlert(rule: LevelRule, repeat: Repeat, points: readonly ChartPoint[]): Preview {
  const prices = points
    .toReversed()
    .map(({ time, value }) => ({ time: Date.parse(time) + INTERVAL_MS, value: numberFromAmount(value) }));
  let state: AlertState | undefined;
  const fired: typeof prices = [];
  for (const price of prices) {
    const result = evaluateAlert({ rule, repeat, since: 0 }, state, { type: 'level', ...price, missing: [] });
    state = result.state;
    if (result.firing) fired.push(price);
  }
  const changes = fired.flatMap(({ time, value }) => {
    const later = prices.find((price) => price.time >= time + HOUR_MS);
    return later && value > 0 ? (later.value / value - 1) * 100 : [];
  });
  return { count: fired.length, changes };
}

/** The changes that a line has room for. */
const MAX_CHANGES = 5;

/** As in "Would have fired 3 times in the last 7 days. Price 1 h later: −2.00%, +1.00%, +8.00%". */
export function previewText({ count, changes }: Preview): string {
  const times = `Would have fired ${countNoun(count, 'time')} in the last 7 days`;
  if (changes.length === 0) return times;
  const latest = changes.slice(-MAX_CHANGES).map((percent) => `${formatChange(percent).text}%`);
  const rest = changes.length > MAX_CHANGES ? `, of the last ${MAX_CHANGES}` : '';
  return `${times}. Price 1 h later${rest}: ${latest.join(', ')}`;
}
