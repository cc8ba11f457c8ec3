import { useEffect } from 'react';
import { useAlerts } from '#web/alerts/alerts.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { PriceSeries } from '#web/chart/rendering/chart-series.ts';

interface Props {
  readonly session: ChartSession;
  /** Raw address of the jetton. */
  readonly address: string;
  /** Units of the chart per USD. */
  readonly rate: number;
}

/** Shows at which prices of a chart the alerts on the price of its jetton fire, at the present rate. */
export function AlertLines({ session, address, rate }: Props) {
  const { alerts } = useAlerts();
  useEffect(() => {
    const levels = alerts.flatMap(({ rule, isPaused }) =>
      rule.type === 'price' && rule.address === address && !isPaused ? [rule.value * rate] : [],
    );
    return showLevels(session, levels);
  }, [session, alerts, address, rate]);
  return null;
}

/** Shows prices on a chart, also after its appearance or its scale has changed. Returns a function that removes them. */
function showLevels(session: ChartSession, levels: readonly number[]): () => void {
  let lines: readonly ReturnType<PriceSeries['createPriceLine']>[] = [];
  let shown: { readonly prices: PriceSeries; readonly factor: number } | undefined;
  const remove = () => {
    // A replaced series was removed with its lines.
    if (shown && shown.prices === session.chart.prices)
      for (const line of lines) shown.prices.removePriceLine(line);
    lines = [];
  };
  const update = () => {
    const { prices, factor } = session.chart.rendering?.series ?? {};
    if (!prices || factor === undefined || (prices === shown?.prices && factor === shown.factor)) return;
    remove();
    shown = { prices, factor };
    const { muted } = session.colors;
    lines = levels.map((price) =>
      prices.createPriceLine({
        price: price * factor,
        color: muted,
        title: 'Alert',
      }),
    );
  };
  const unsubscribe = session.state.subscribe(update);
  update();
  return () => {
    unsubscribe();
    remove();
  };
}
