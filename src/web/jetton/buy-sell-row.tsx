import type { UseQueryResult } from '@tanstack/react-query';
import type { CountPeriod } from '#contract/enums.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import { useAgoText, useServiceClock } from '#web/api/client/service-status.ts';
import type { PeriodChange } from '#web/api/decoding/as-change.ts';
import type { BuySellSplit } from '#web/api/decoding/buy-sell-periods.ts';
import {
  FormattedAmount,
  FormattedCount,
  PercentChange,
  RelativeTime,
} from '#web/kit/display/formatted-values.tsx';
import { periodLabels } from '#web/money/periods.ts';
import styles from './activity.module.css';
import type { Shares } from './buy-sell-divergence.ts';
import { buySellShares, type Total } from './buy-sell-shares.ts';

interface Props {
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
export function BuySellRow({ label, note, canOverlap = false, query, split, period }: Props) {
  const now = useServiceClock();
  const ago = useAgoText();
  const at = split?.total.calculatedAt;
  const { data, error, isPending, refetch } = query;
  return (
    <section className={styles.row} aria-label={label} aria-busy={isPending}>
      <h3 className={styles.label}>{label}</h3>
      {split ? <Sides split={split} period={period} canOverlap={canOverlap} /> : null}
      {!split && data !== undefined ? <p className={styles.note}>No data</p> : null}
      {error && data === undefined ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {at ? (
        <p className={styles.note}>
          calculated <RelativeTime time={at} now={now} /> {ago}
        </p>
      ) : null}
      {note && split ? <p className={styles.note}>{note}</p> : null}
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
        <PercentChange change={total} period={periodLabels[period]} />{' '}
        {total.isNew ? null : <span className={styles.note}>vs previous {periodLabels[period]}</span>}
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
      <b>
        {name}
        {share === undefined ? '' : ` ${Math.round(share * 100)}%`}
      </b>
      <TotalFigure total={change.current} /> <PercentChange change={change} period={periodLabels[period]} />
    </p>
  );
}
