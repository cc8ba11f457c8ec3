import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import { type PricePeriod, periodSeconds, poolCountPeriods, pricePeriods } from '#contract/enums.ts';
import type { operations, ResponseOf } from '#contract/operations.ts';
import { QueryError } from '#web/api/client/error-notice.tsx';
import { useAgoText, useServiceClock } from '#web/api/client/service-status.ts';
import { marketLiquidity, marketStatistics } from '#web/api/queries/markets.ts';
import { useIsPhone } from '#web/kit/device/media.ts';
import { AddressText } from '#web/kit/display/address-text.tsx';
import { Fact } from '#web/kit/display/fact.tsx';
import {
  FormattedAmount,
  FormattedCount,
  PercentChange,
  RelativeTime,
  TotalChange,
} from '#web/kit/display/formatted-values.tsx';
import { MissingMark, MissingNote, missingOf } from '#web/kit/display/missing-data.tsx';
import table from '#web/kit/display/small-table.module.css';
import { untradedText } from '#web/money/moves.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { isFromZero } from '#web/money/percentages.ts';
import { periodLabels } from '#web/money/periods.ts';
import styles from './pool-page.module.css';

interface Props {
  readonly address: string;
  readonly poolAddress: string;
  /** Symbol of the jetton, undefined while loading. */
  readonly symbol: string | undefined;
  /** Symbol of the quote, undefined while loading. */
  readonly quote: string | undefined;
  /** Time of the pool's last trade, undefined if unknown. */
  readonly lastTradeAt: string | undefined;
}

/** Liquidity (operation 13) and statistics (operation 14), each with its own error. */
export function PoolFacts({ address, poolAddress, symbol = 'jetton', quote = 'quote', lastTradeAt }: Props) {
  const liquidity = useQuery(marketLiquidity(address, poolAddress));
  const statistics = useQuery(marketStatistics(address, poolAddress));
  return (
    <>
      <Block title="Liquidity" query={liquidity}>
        {(data) => <LiquidityList liquidity={data} poolAddress={poolAddress} symbol={symbol} quote={quote} />}
      </Block>
      <Block title="Activity" query={statistics}>
        {(data) => <Statistics statistics={data} quote={quote} lastTradeAt={lastTradeAt} />}
      </Block>
    </>
  );
}

interface BlockProps<Data> {
  readonly title: string;
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

function Block<Data>({ title, query, children }: BlockProps<Data>) {
  const { data } = query;
  return (
    <section aria-label={title} aria-busy={query.isPending}>
      <h2 className={styles.sectionTitle}>{title}</h2>
      {data === undefined ? null : children(data)}
      <QueryError query={query} />
    </section>
  );
}

type Liquidity = ResponseOf<(typeof operations)['getJettonMarketLiquidity']>;

interface LiquidityListProps {
  readonly liquidity: Liquidity;
  readonly poolAddress: string;
  readonly symbol: string;
  readonly quote: string;
}

function LiquidityList({ liquidity, poolAddress, symbol, quote }: LiquidityListProps) {
  const isPhone = useIsPhone();
  const now = useServiceClock();
  const ago = useAgoText();
  const { asset, counterpart, ton, usd, changedAt } = liquidity;
  return (
    <dl className="fact-list">
      <Fact label="Liquidity, USD">
        <FormattedAmount amount={usd} />
      </Fact>
      <Fact label={`Liquidity, ${nativeCoin.symbol}`}>
        <FormattedAmount amount={ton} />
      </Fact>
      <Fact label={`Reserve, ${symbol}`}>
        <FormattedAmount amount={asset} />
      </Fact>
      <Fact label={`Reserve, ${quote}`}>
        <FormattedAmount amount={counterpart} />
      </Fact>
      {changedAt ? (
        <Fact label="Updated">
          <RelativeTime time={changedAt} now={now} /> <span>{ago}</span>
        </Fact>
      ) : null}
      {/* On wider screens, the header shows it. */}
      {isPhone ? (
        <Fact label="Pool address">
          <AddressText address={toUserFriendly(poolAddress)} />
        </Fact>
      ) : null}
    </dl>
  );
}

type MarketStatistics = ResponseOf<(typeof operations)['getJettonMarketStatistics']>;

interface StatisticsProps {
  readonly statistics: MarketStatistics;
  readonly quote: string;
  readonly lastTradeAt: string | undefined;
}

function Statistics({ statistics, quote, lastTradeAt }: StatisticsProps) {
  const now = useServiceClock();
  const { priceChange, traders, transactions, volume, missing } = statistics;
  return (
    <>
      <p className="hint" aria-hidden="true">
        {`Price change in ${quote}`}
      </p>
      <dl className={styles.changes} aria-label={`Price change in ${quote}`}>
        {pricePeriods.map((period) => {
          const change = priceChange.counterpart[period];
          return (
            <Fact key={period} label={periodLabels[period]}>
              <PercentChange
                change={change && { percent: change.changePercent }}
                untraded={untradedSince(lastTradeAt, change, period)}
              />{' '}
              <MissingMark missing={missingOf(missing, now, period)} />
            </Fact>
          );
        })}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard scrolling needs focus */}
      <section className={styles.scroller} tabIndex={0} aria-label="Traders, transactions and volume">
        <table className={table.table}>
          <thead translate="no">
            <tr>
              <th scope="col">
                <span className="visually-hidden">Metric</span>
              </th>
              {poolCountPeriods.map((period) => (
                <th key={period} scope="col">
                  <span>{periodLabels[period]}</span>{' '}
                  <MissingMark missing={missingOf(missing, now, period, 2)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <CountRow label="Traders" counts={traders} />
            <CountRow label="Transactions" counts={transactions} />
            <tr>
              <th scope="row">Volume, USD</th>
              <td>
                <FormattedAmount amount={volume.usd.day.current} />{' '}
                <PeriodChange change={volume.usd.day} period="day" />
              </td>
              <td colSpan={2} />
            </tr>
          </tbody>
        </table>
      </section>
      <MissingNote missing={missing ?? []} />
    </>
  );
}

/**
 * Returns why a price did not change over a period: no trades in it. The time of the last trade may be older than the
 * change, so a price that changed was traded.
 */
function untradedSince(
  lastTradeAt: string | undefined,
  change: { readonly changePercent: number; readonly calculatedAt: string } | undefined,
  period: PricePeriod,
): string | undefined {
  if (lastTradeAt === undefined || change?.changePercent !== 0) return undefined;
  const isTraded = Date.parse(change.calculatedAt) - Date.parse(lastTradeAt) < periodSeconds[period] * 1000;
  return untradedText(period, { [period]: isTraded }, () => undefined);
}

function CountRow({ label, counts }: { label: string; counts: MarketStatistics['traders'] }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {poolCountPeriods.map((period) => (
        <td key={period}>
          <FormattedCount count={counts[period].current} />{' '}
          <PeriodChange change={counts[period]} period={period} />
        </td>
      ))}
    </tr>
  );
}

interface PeriodChangeProps {
  readonly change:
    | {
        readonly changePercent: number;
        readonly previous: string | Amount;
        readonly current: string | Amount;
      }
    | undefined;
  readonly period: PricePeriod;
}

function PeriodChange({ change, period }: PeriodChangeProps) {
  const shown = change && {
    percent: change.changePercent,
    ...(isFromZero(change.previous, change.current) ? { isNew: true as const } : {}),
  };
  return <TotalChange change={shown} period={periodLabels[period]} />;
}
