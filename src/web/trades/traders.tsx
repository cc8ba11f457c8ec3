import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countPeriods } from '#contract/enums.ts';
import { countNoun, formatCount } from '#contract/format/format-numbers.ts';
import { formatAge, formatDateTime } from '#contract/format/format-time.ts';
import {
  type TradingIntegrity as Integrity,
  type JettonTrader,
  type TraderSort,
  type TradingPeriod,
  washTradingThresholds,
} from '#contract/traders.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import { isMissingEndpoint } from '#web/api/client/errors.ts';
import { useServiceClock } from '#web/api/client/service-status.ts';
import { Button, keepFocus } from '#web/kit/controls/button.tsx';
import { RadioGroup } from '#web/kit/controls/radio-group.tsx';
import { Select } from '#web/kit/controls/select.tsx';
import { useIsPhone } from '#web/kit/device/media.ts';
import { Fact } from '#web/kit/display/fact.tsx';
import { FormattedAmount, FormattedPrice, RelativeTime } from '#web/kit/display/formatted-values.tsx';
import table from '#web/kit/display/small-table.module.css';
import { jettonByAddress } from '#web/list/jetton-queries.ts';
import { periodLabels } from '#web/money/periods.ts';
import { tradersOf, tradingIntegrity } from './trade-queries.ts';
import { ExtensionError, REALIZED_RESULT_HINT, RealizedResult, TraderButton } from './trader-panel.tsx';
import styles from './trades.module.css';

export interface TradersProps {
  /** Of the jetton. */
  readonly address: string;
  readonly symbol: string | undefined;
  /** Receives a raw address. */
  readonly onTrader: (who: string) => void;
}

const NOTE = 'Swaps only: transfers between wallets are not seen.';

function periodLabel(period: TradingPeriod): string {
  return period === 'all' ? 'All time' : periodLabels[period];
}

/** The traders of a jetton with what they bought, sold and gained. */
export function TraderTable({ address, symbol, onTrader }: TradersProps) {
  const [sort, setSort] = useState<TraderSort>('volume');
  const [period, setPeriod] = useState<TradingPeriod>('all');
  const query = useInfiniteQuery(tradersOf(address, { sort, period }));
  const { data, error } = query;
  // A trader can move down the list between two requests.
  const byAddress = new Map(
    data?.pages.flatMap((page) => page.traders).map((trader, index) => [trader.who ?? index, trader]),
  );
  const traders = [...byAddress.values()];
  const counted = data?.pages[0]?.window.period;
  if (isMissingEndpoint(error))
    return (
      <>
        <h2>Top traders</h2>
        <p className="hint">This service does not list traders.</p>
      </>
    );
  return (
    <>
      <div className={styles.head}>
        <h2>Top traders</h2>
        <RadioGroup legend="Sort traders by" value={sort} onChoose={setSort}>
          {[
            ['volume', 'Volume'],
            ['net', 'Net amount'],
            ['transactions', 'Trades'],
          ]}
        </RadioGroup>
        <label className="row note">
          Period
          <Select value={period} onChoose={setPeriod}>
            {(['all', ...countPeriods.toReversed()] as const).map((option) => [option, periodLabel(option)])}
          </Select>
        </label>
        <span className="note">{NOTE}</span>
      </div>
      {counted !== undefined && counted !== period ? (
        <p className="hint">{`Too many swaps: of the last ${periodLabel(counted)}.`}</p>
      ) : null}
      {error ? <ErrorNotice error={error} onRetry={() => void query.refetch()} /> : null}
      {data && traders.length === 0 ? <p className="hint">No trades in this period</p> : null}
      {traders.length > 0 ? (
        <div className={styles.wide}>
          <TraderRows traders={traders} symbol={symbol} onTrader={onTrader} />
        </div>
      ) : null}
      {query.hasNextPage ? (
        <Button
          ref={keepFocus}
          aria-disabled={query.isFetchingNextPage}
          onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </>
  );
}

interface TraderRowsProps extends Pick<TradersProps, 'symbol' | 'onTrader'> {
  readonly traders: readonly JettonTrader[];
}

function TraderRows({ traders, symbol, onTrader }: TraderRowsProps) {
  const now = useServiceClock();
  const isPhone = useIsPhone();
  const suffix = symbol === undefined ? '' : `, ${symbol}`;
  return (
    <table className={table.table} translate="no">
      <thead>
        <tr>
          <th scope="col">Trader</th>
          <th scope="col">Volume, USD</th>
          <th scope="col" title={REALIZED_RESULT_HINT}>
            {isPhone ? 'Result, USD' : 'Realized result, USD'}
          </th>
          <th scope="col">{`Bought${suffix}`}</th>
          <th scope="col">Average, USD</th>
          <th scope="col">{`Sold${suffix}`}</th>
          <th scope="col">Average, USD</th>
          <th scope="col">{`Net${suffix}`}</th>
          <th scope="col">Trades</th>
          <th scope="col">Last</th>
        </tr>
      </thead>
      <tbody>
        {traders.map((trader, index) => (
          <tr key={trader.who ?? index}>
            <td>
              <TraderButton who={trader.who} onTrader={onTrader} />
            </td>
            <td>
              <FormattedAmount amount={trader.volumeUsd} />
            </td>
            <td>
              <RealizedResult trader={trader} />
            </td>
            <td>
              <FormattedAmount amount={trader.bought.amount} />
            </td>
            <td>
              <FormattedPrice price={trader.bought.averagePrice} />
            </td>
            <td>
              <FormattedAmount amount={trader.sold.amount} />
            </td>
            <td>
              <FormattedPrice price={trader.sold.averagePrice} />
            </td>
            <td>
              <FormattedAmount amount={trader.net.amount} />
            </td>
            <td>{formatCount(trader.transactions)}</td>
            <td>
              <RelativeTime time={trader.lastTradeAt} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How concentrated and how genuine the trading of a jetton is. */
export function IntegrityFigures({ address, symbol, onTrader }: TradersProps) {
  const query = useQuery(tradingIntegrity(address));
  const { data } = query;
  const { data: jetton } = useQuery(jettonByAddress(address));
  return (
    <>
      <div className={styles.head}>
        <h2>Trading integrity</h2>
        {data ? (
          <span className="note">{`Of the last ${periodLabel(data.window.period)}. ${NOTE}`}</span>
        ) : null}
      </div>
      <ExtensionError query={query} missing="This service has no figures of trading integrity." />
      {data ? (
        <Figures integrity={data} createdAt={jetton?.createdAt} symbol={symbol} onTrader={onTrader} />
      ) : null}
    </>
  );
}

interface FiguresProps extends Pick<TradersProps, 'symbol' | 'onTrader'> {
  readonly integrity: Integrity;
  /** When the jetton was created, if known. */
  readonly createdAt: string | undefined;
}

function Figures({ integrity, createdAt, symbol, onTrader }: FiguresProps) {
  const { transactions, traders, twoSidedTraders, buyers, buyersWhoSold, firstHour } = integrity;
  if (transactions === 0 && !firstHour) return <p className="hint">No trades</p>;
  return (
    <>
      <dl className={styles.figures}>
        <Fact label="Top 10 traders" title="Share of the ten traders with the most volume in the volume">
          {numberText(integrity.topTenVolumePercent, '% of volume')}
        </Fact>
        <Fact
          label="Effective traders"
          title="As many traders of equal volume would be as concentrated: the inverse of the Herfindahl index"
        >
          {`${numberText(integrity.effectiveTraders)} of ${formatCount(traders)}`}
        </Fact>
        <Fact label="Trades per trader">{numberText(integrity.transactionsPerTrader)}</Fact>
        <Fact label="Bought and sold" title="Traders who did both">
          {countNoun(twoSidedTraders, 'trader')}
        </Fact>
        <Fact label="Buyers who ever sold" title="A jetton that cannot be sold has no sellers">
          {`${numberText(integrity.buyersWhoSoldPercent, '%')}, ${formatCount(buyersWhoSold)} of ${formatCount(buyers)}`}
        </Fact>
        <WashTradingFact washTrading={integrity.washTrading} />
      </dl>
      {firstHour ? (
        <FirstBuyers firstHour={firstHour} createdAt={createdAt} symbol={symbol} onTrader={onTrader} />
      ) : null}
    </>
  );
}

/** Returns a number with one decimal. */
function numberText(value: number | undefined, unit = ''): string {
  if (value === undefined) return '–';
  return value.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 }) + unit;
}

function WashTradingFact({ washTrading }: Pick<Integrity, 'washTrading'>) {
  const { transactions: byTrades, volume: byVolume } = washTradingThresholds;
  const { flags, transactions, transactionsPerTrader, volumeUsd, volumePerTraderUsd } = washTrading;
  const [trades, volume] = [byTrades, byVolume].map(Object.values).map((limits) => limits.map(formatCount));
  const rules = `Flagged from ${trades?.[0]} trades a day with ${trades?.[1]} per trader, or from ${volume?.[0]} USD a day with ${volume?.[1]} USD and ${volume?.[2]} trades per trader (thresholds of DefiLlama)`;
  return (
    <Fact label="Wash trading, 24h" title={rules}>
      <span className={flags.length > 0 ? 'warn' : undefined}>
        {flags.length > 0 ? `Flagged by ${flags.join(' and ')}` : 'Not flagged'}
      </span>
      <span className="note">
        <span>
          {` ${countNoun(transactions, 'trade')}, ${numberText(transactionsPerTrader)} per trader; `}
        </span>
        <FormattedAmount amount={volumeUsd} /> <span>USD</span>
        {volumePerTraderUsd ? (
          <span>
            , <FormattedAmount amount={volumePerTraderUsd} /> per trader
          </span>
        ) : null}
      </span>
    </Fact>
  );
}

interface FirstBuyersProps extends Pick<FiguresProps, 'createdAt' | 'symbol' | 'onTrader'> {
  readonly firstHour: NonNullable<Integrity['firstHour']>;
}

const DAY_MS = 86_400_000;

/** Describes the first buyers. Of a jetton that is more than a day older than its first known trade, they may be others. */
function firstHourText({ from, buyers }: FirstBuyersProps['firstHour'], createdAt: string | undefined) {
  const first = new Date(from);
  const time = formatDateTime(first);
  const count = countNoun(buyers, 'buyer');
  const created = createdAt === undefined ? first : new Date(createdAt);
  return first.getTime() - created.getTime() > DAY_MS
    ? `Trades before ${time}, ${formatAge(created, first)} after the creation, are not known; ${count} in the hour from then`
    : `${count} in the hour from the first known trade, ${time}`;
}

function FirstBuyers({ firstHour, createdAt, symbol, onTrader }: FirstBuyersProps) {
  const { largest } = firstHour;
  const suffix = symbol === undefined ? '' : `, ${symbol}`;
  return (
    <>
      <p className="hint">{firstHourText(firstHour, createdAt)}</p>
      {largest.length > 0 ? (
        <div className={styles.short}>
          <table className={table.table} translate="no">
            <thead>
              <tr>
                <th scope="col">Trader</th>
                <th scope="col">{`Bought${suffix}`}</th>
                <th scope="col" title="All that they bought less all that they sold until now">
                  {`Net now${suffix}`}
                </th>
              </tr>
            </thead>
            <tbody>
              {largest.map(({ who, bought, net }, index) => (
                <tr key={who ?? index}>
                  <td>
                    <TraderButton who={who} onTrader={onTrader} />
                  </td>
                  <td>
                    <FormattedAmount amount={bought} />
                  </td>
                  <td>
                    <FormattedAmount amount={net} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  );
}
