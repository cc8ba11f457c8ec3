import { useQuery } from '@tanstack/react-query';
import { type Currency, type PricePeriod, pricePeriods } from '#contract/enums.ts';
import { QueryError } from '#web/api/client/error-notice.tsx';
import { useServiceClock } from '#web/api/client/service-status.ts';
import type { PriceChanges as Changes, Moves } from '#web/api/decoding/decode-activity.ts';
import { jettonStatistics, priceChanges, type Statistics } from '#web/api/queries/single-jetton.ts';
import { useJettonSearch } from '#web/chart/view/use-jetton-search.ts';
import { useIsPhone } from '#web/kit/device/media.ts';
import { ChangeSinceFirstTrade, PercentChange } from '#web/kit/display/formatted-values.tsx';
import { MissingMark, MissingNote, missingOf } from '#web/kit/display/missing-data.tsx';
import { untradedText } from '#web/money/moves.ts';
import { currencyUnit } from '#web/money/native-coin.ts';
import { periodLabels } from '#web/money/periods.ts';
import { Calculated, calculationTime } from './calculated.tsx';
import { tonUsdDivergence } from './figures.ts';
import styles from './jetton-header.module.css';

/** Price changes by period, in the native coin, in USD and in the selected currency. */
export function PriceChanges({ address }: { address: string }) {
  const { currency } = useJettonSearch();
  const now = useServiceClock();
  const { series, statistics, converted } = usePriceChanges(address, currency);
  const { data } = statistics;
  return (
    <section className={styles.changesBlock} aria-label="Price change" aria-busy={statistics.isPending}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard scrolling needs focus */}
      <section className={styles.scroller} tabIndex={0} aria-label="Price changes by period">
        <PeriodTable series={series} traders={data?.traders} missing={data?.missing} />
      </section>
      <Note ton={data?.ton} usd={data?.usd} />
      <MissingNote missing={missingOf(data?.missing, now, 'month')} />
      <QueryError query={statistics} />
      {converted ? <QueryError query={converted} /> : null}
    </section>
  );
}

interface PeriodTableProps {
  readonly series: readonly ChangeSeries[];
  readonly traders: Statistics['traders'] | undefined;
  readonly missing: Statistics['missing'] | undefined;
}

/** Periods are columns. On phones, where these would not fit, they are rows. */
function PeriodTable({ series, traders, missing }: PeriodTableProps) {
  const now = useServiceClock();
  const periodLabel = (period: PricePeriod) => (
    <>
      {periodLabels[period]} <MissingMark missing={missingOf(missing, now, period)} />
    </>
  );
  if (useIsPhone())
    return (
      <table className={styles.table} translate="no">
        <thead>
          <tr>
            <th scope="col">Change in</th>
            {series.map(({ unit }) => (
              <th key={unit} scope="col">
                {currencyUnit(unit)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pricePeriods.map((period) => (
            <tr key={period}>
              <th scope="row">{periodLabel(period)}</th>
              {series.map((changeSeries) => (
                <Cell key={changeSeries.unit} series={changeSeries} period={period} traders={traders} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  return (
    <table className={styles.table} translate="no">
      <thead>
        <tr>
          <th scope="col">Change in</th>
          {pricePeriods.map((period) => (
            <th key={period} scope="col">
              {periodLabel(period)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.map((changeSeries) => (
          <tr key={changeSeries.unit}>
            <th scope="row">{currencyUnit(changeSeries.unit)}</th>
            {pricePeriods.map((period) => (
              <Cell key={period} series={changeSeries} period={period} traders={traders} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  readonly series: ChangeSeries;
  readonly period: PricePeriod;
  readonly traders: Statistics['traders'] | undefined;
}

function Cell({ series, period, traders }: CellProps) {
  return <td>{series.isLoaded ? <Change series={series} period={period} traders={traders} /> : null}</td>;
}

/** The change over a period, or since the first trade of a younger jetton. */
export function Change({ series: { changes, moves, traded }, period, traders }: CellProps) {
  const now = useServiceClock();
  const { percent, since } = moves?.[period] ?? {};
  if (percent !== undefined && since !== undefined)
    return <ChangeSinceFirstTrade percent={percent} since={since} now={now} />;
  return (
    <PercentChange
      change={changes?.[period]}
      untraded={untradedText(period, moves ?? traded, (counted) => traders?.[counted]?.total.current)}
    />
  );
}

function Note({ ton = {}, usd = {} }: { ton: Changes | undefined; usd: Changes | undefined }) {
  const at = calculationTime(ton, usd);
  const divergence = tonUsdDivergence(ton, usd);
  return (
    <p className={styles.note}>
      {divergence ? <strong>{divergence}</strong> : null}
      {at ? <Calculated at={at} /> : null}
    </p>
  );
}

/** Price changes in one currency. */
interface ChangeSeries {
  readonly unit: Currency;
  readonly changes: Changes | undefined;
  /** Absent if the service has none in this currency. */
  readonly moves?: Moves | undefined;
  /** Moves in another currency: there are trades in all currencies or in none. */
  readonly traded?: Moves | undefined;
  readonly isLoaded: boolean;
}

/**
 * Returns the price changes in the native coin and in USD (operation 5) and, as the last series, in another selected
 * currency (operation 6), with the queries that they are from.
 */
export function usePriceChanges(address: string, currency: Currency) {
  const needsConversion = currency !== 'ton' && currency !== 'usd';
  const statistics = useQuery(jettonStatistics(address));
  const converted = useQuery({ ...priceChanges(address, currency), enabled: needsConversion });
  const { data, isPending } = statistics;
  const series: ChangeSeries[] = [
    { unit: 'ton', changes: data?.ton, moves: data?.moves?.ton, isLoaded: !isPending },
    { unit: 'usd', changes: data?.usd, moves: data?.moves?.usd, isLoaded: !isPending },
    ...(needsConversion
      ? [
          {
            unit: currency,
            changes: converted.data ?? undefined,
            traded: data?.moves?.usd,
            isLoaded: !converted.isPending,
          },
        ]
      : []),
  ];
  return { series, statistics, converted: needsConversion ? converted : undefined };
}
