import { useEffect } from 'react';
import { useStore } from 'zustand';
import { type Amount, numberFromAmount } from '#contract/amount.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { priceLabel } from '#web/chart/rendering/price-labels.ts';
import { NO_SESSION } from './use-chart-session.ts';

/** Explains why the current price can differ from the newest bar. */
export const CURRENT_PRICE_HINT =
  'Price of the last swap at the current exchange rate. Charts use the rate at the time of each swap.';

/**
 * Marks the current price on the chart's axis, in the unit of its bars. Returns its text if it differs from the newest
 * bar, which has the exchange rate of its last swap.
 */
export function useCurrentPrice(
  session: ChartSession | undefined,
  price: Amount | undefined,
): string | undefined {
  const current = price && numberFromAmount(price);
  useEffect(() => session?.chart.setCurrentPrice(current), [session, current]);
  const newest = useStore(session?.state ?? NO_SESSION, (state) => state?.result?.bars.close.at(-1));
  if (current === undefined || newest === undefined) return undefined;
  const text = priceLabel(current);
  return text === priceLabel(newest) ? undefined : text;
}
