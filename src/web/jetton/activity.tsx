import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Amount } from '#contract/amount.ts';
import { type CountPeriod, type Currency, countPeriods } from '#contract/enums.ts';
import { QueryError } from '#web/api/client/error-notice.tsx';
import { useServiceClock } from '#web/api/client/service-status.ts';
import type { BuySellSplit, PeriodChange } from '#web/api/decoding/decode-activity.ts';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { jettonStatistics, transactionChanges, volumeChanges } from '#web/api/queries/single-jetton.ts';
import { useJettonSearch } from '#web/chart/view/use-jetton-search.ts';
import { CalculatedApart } from '#web/jetton/header/calculated.tsx';
import { PeriodRadioGroup } from '#web/kit/controls/radio-group.tsx';
import { FormattedAmount, FormattedCount, TotalChange } from '#web/kit/display/formatted-values.tsx';
import { MissingNote, missingOf } from '#web/kit/display/missing-data.tsx';
import { convertFromUsd, type ExchangeRate } from '#web/money/amounts.ts';
import { baseUnitOf } from '#web/money/currencies.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { periodLabels } from '#web/money/periods.ts';
import { buySellDivergence, buySellShares, type Shares, type Total } from './header/figures.ts';
import styles from './jetton-page.module.css';

/** Transactions (operation 7), traders (5) and volume (9). Each row shows its own errors. */
export function Activity({ address }: { address: string }) {
  const { currency, period, change } = useJettonSearch();
  const fiat = currency === 'ton' ? 'usd' : currency;
  const now = useServiceClock();
  const transactions = useQuery(transactionChanges(address));
  const statistics = useQuery(jettonStatistics(address));
  const volume = useQuery(volumeChanges(address, fiat));
  const rate = useExchangeRate(baseUnitOf(currency));
  const volumeSplit = volume.data?.[period];
  const traders = statistics.data?.traders;
  const divergence = buySellDivergence({
    transactions: buySellShares(transactions.data?.[period]),
    traders: buySellShares(traders?.[period]),
    volume: buySellShares(volumeSplit),
  });
  return (
    <section className={styles.activityBlock} aria-label="Activity">
      <div className={styles.activityHead}>
        <h2>Activity</h2>
        <PeriodRadioGroup
          legend="Activity period"
          periods={countPeriods}
          period={period}
          onPeriod={(chosen) => change({ period: periodLabels[chosen] })}
        />
        {divergence ? <p className={styles.divergence}>{divergence}</p> : null}
        <MissingNote missing={missingOf(statistics.data?.missing, now, period, 2)} />
      </div>
      <div className={styles.rows}>
        <BuySellRow
          address={address}
          label="Transactions"
          query={transactions}
          split={transactions.data?.[period]}
          period={period}
        />
        <BuySellRow
          address={address}
          label="Traders"
          note="Traders can be on both sides"
          canOverlap
          query={statistics}
          split={traders?.[period]}
          period={period}
        />
        <BuySellRow
          address={address}
          label={`Volume, ${rate ? nativeCoin.symbol : fiat.toUpperCase()}`}
          note={volumeNote(currency, rate)}
          query={volume}
          split={rate && volumeSplit ? convertSplit(volumeSplit, rate) : volumeSplit}
          period={period}
        />
      </div>
    </section>
  );
}

/** Operation 9 has no volumes in the native coin. */
function volumeNote(currency: Currency, rate: ExchangeRate | null | undefined): string | undefined {
  if (currency !== 'ton') return undefined;
  return rate ? 'Converted from USD at the current rate' : 'Shown in USD: there is no exchange rate';
}

function convertSplit(split: BuySellSplit<Amount>, rate: ExchangeRate): BuySellSplit<Amount> {
  const { total, buy, sell } = split;
  return {
    total: { ...total, current: convertFromUsd(total.current, rate) },
    buy: buy && { ...buy, current: convertFromUsd(buy.current, rate) },
    sell: sell && { ...sell, current: convertFromUsd(sell.current, rate) },
  };
}

interface BuySellRowProps {
  readonly address: string;
  readonly label: string;
  readonly note?: string | undefined;
  /** Whether a trader or transaction can be on both sides, so that buys and sells are not parts of a whole. */
  readonly canOverlap?: boolean;
  /** The query that `split` is from. */
  readonly query: UseQueryResult;
  readonly split: BuySellSplit<Total> | undefined;
  readonly period: CountPeriod;
}

/** One measure in a period: total, buys and sells, each with the change from the previous period. */
function BuySellRow({ address, label, note, canOverlap = false, query, split, period }: BuySellRowProps) {
  const { data, isPending } = query;
  return (
    <section className={styles.row} aria-label={label} aria-busy={isPending}>
      <h3 className="note regular">{label}</h3>
      {split ? <Sides split={split} period={period} canOverlap={canOverlap} /> : null}
      {!split && data !== undefined ? <p className="note">No data</p> : null}
      <QueryError query={query} />
      <CalculatedApart address={address} at={split?.total.calculatedAt} className="note" />
      {note && split ? <p className="note">{note}</p> : null}
    </section>
  );
}

interface SidesProps {
  readonly split: BuySellSplit<Total>;
  readonly period: CountPeriod;
  readonly canOverlap: boolean;
}

function Sides({ split, period, canOverlap }: SidesProps) {
  const { total, buy, sell } = split;
  const shares = buySellShares(split);
  return (
    <>
      <p className={styles.total}>
        <b>
          <TotalFigure total={total.current} />
        </b>{' '}
        <TotalChange change={total} period={periodLabels[period]} />{' '}
        {total.isNew ? null : <span className="note">{`vs previous ${periodLabels[period]}`}</span>}
      </p>
      {canOverlap ? <SeparateBars shares={shares} /> : <SplitBar shares={shares} />}
      <Side name="buy" change={buy} period={period} share={shares?.buy} />
      <Side name="sell" change={sell} period={period} share={shares?.sell} />
    </>
  );
}

function TotalFigure({ total }: { total: Total }) {
  return typeof total === 'string' ? <FormattedCount count={total} /> : <FormattedAmount amount={total} />;
}

/** Buys and sells as parts of one bar. Hidden from screen readers: `Side` gives the same values as text. */
function SplitBar({ shares }: { shares: Shares | undefined }) {
  const buyPart =
    shares && shares.buy + shares.sell > 0 ? shares.buy / (shares.buy + shares.sell) : undefined;
  return (
    <div className={styles.bar} aria-hidden="true">
      {buyPart === undefined ? null : (
        <>
          <i data-side="buy" style={{ flexGrow: buyPart }} />
          <i data-side="sell" style={{ flexGrow: 1 - buyPart }} />
        </>
      )}
    </div>
  );
}

/** A bar for each side, both on a scale from none to all. Hidden from screen readers, as `SplitBar` is. */
function SeparateBars({ shares }: { shares: Shares | undefined }) {
  const width = (share: number | undefined = 0) => `${Math.min(share, 1) * 100}%`;
  return (
    <div className={styles.bars} aria-hidden="true">
      <div>
        <i data-side="buy" style={{ width: width(shares?.buy) }} />
      </div>
      <div>
        <i data-side="sell" style={{ width: width(shares?.sell) }} />
      </div>
    </div>
  );
}

interface SideProps {
  readonly name: 'buy' | 'sell';
  readonly change: PeriodChange<Total> | undefined;
  readonly period: CountPeriod;
  readonly share: number | undefined;
}

function Side({ name, change, period, share }: SideProps) {
  if (!change) return <p className={styles[name]}>{name} –</p>;
  return (
    <p className={styles[name]}>
      <b>{share === undefined ? name : `${name} ${Math.round(share * 100)}%`}</b>
      <TotalFigure total={change.current} /> <TotalChange change={change} period={periodLabels[period]} />
    </p>
  );
}
