import { useEffect, useMemo } from 'react';
import type { Amount } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';
import type { PriceUnit } from '#contract/price-unit.ts';
import { columnFactors } from '#web/chart/bars/bars.ts';
import { type ChartView, defaultView, type NamedRange } from '#web/chart/chart-view.ts';
import { ChartArea, ChartStatus, RangeButtons } from '#web/chart/view/chart-area.tsx';
import { ChartLegend } from '#web/chart/view/chart-legend.tsx';
import { ChartSummary } from '#web/chart/view/chart-summary.tsx';
import { useChartSession, useCurrentPrice, useIsEmptyChart } from '#web/chart/view/use-chart-session.ts';
import { type ExchangeRate, factorFromUsd, sumUnit } from '#web/money/amounts.ts';
import { currencyUnit } from '#web/money/native-coin.ts';
import { ChosenTrader } from '#web/trades/trades.tsx';
import styles from './jetton-page.module.css';

interface Props {
  readonly address: string;
  readonly market: Market;
  readonly pair: string;
  readonly quote: PriceUnit;
  /** Converts prices in USD to its currency. */
  readonly rate: ExchangeRate | undefined;
  readonly range: NamedRange;
  /** The current price in the quote, which the page's header shows. Undefined while loading. */
  readonly price: Amount | undefined;
  /** User-friendly address of the trader whose trades are marked. */
  readonly trader: string | undefined;
  readonly onRange: (range: NamedRange) => void;
}

/** Chart of a market, as on the pool page but with no settings except the range. */
export function ReferenceChart({ address, market, pair, quote, rate, range, price, trader, onRange }: Props) {
  const view = useMemo((): ChartView => ({ ...defaultView, quote, range }), [quote, range]);
  const { session, mount } = useChartSession({ address, poolAddress: market.poolAddress }, view, ignoreRange);
  const isEmpty = useIsEmptyChart(session);
  const factor = rate && factorFromUsd(rate);
  useEffect(
    () => session?.setFactors(factor === undefined ? undefined : columnFactors(factor, factor)),
    [session, factor],
  );
  const currentPrice = useCurrentPrice(session, price);
  const quoteUnit = quote === 'counterpart' ? (pair.split(' / ').at(-1) ?? '') : currencyUnit(quote);
  const unit = rate ? sumUnit(rate) : quoteUnit;
  return (
    <>
      <ChartLegend session={session} view={view} unit={unit} currentPrice={currentPrice} />
      <div className="relative" data-empty={isEmpty ? '' : undefined}>
        <ChartArea session={session} label={`Price of ${pair} in ${unit}`}>
          <div ref={mount} className={styles.sectionChart} />
        </ChartArea>
        {session ? <ChartStatus session={session} /> : null}
      </div>
      <RangeButtons session={session} range={range} onChoose={onRange} />
      {rate ? <p className={styles.conversion}>Converted from USD at the current rate</p> : null}
      <ChosenTrader session={session} address={address} poolAddress={market.poolAddress} trader={trader} />
      <ChartSummary session={session} view={view} unit={unit} currentPrice={currentPrice} />
    </>
  );
}

/** Unlike the pool page, this chart does not persist the visible range. */
function ignoreRange(): void {}
