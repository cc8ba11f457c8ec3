import { useQuery } from '@tanstack/react-query';
import { type Currency, type PricePeriod, pricePeriods } from '#contract/enums.ts';
import type { PriceChanges as Changes } from '#web/api/decoding/activity.ts';
import { useServiceClock } from '#web/api/queries/service-clock.ts';
import { jettonStatistics, priceChanges } from '#web/api/queries/single-jetton.ts';
import { ErrorNotice } from '#web/chart/ui/error-notice.tsx';
import { PercentChange } from '#web/components/display/percent-change.tsx';
import { RelativeTime } from '#web/components/display/relative-time.tsx';
import { currencyUnit } from '#web/lib/native-coin.ts';
import { periodLabels } from '#web/lib/numbers/periods.ts';
import { useIsPhone } from '#web/state/media.ts';
import styles from './price-changes.module.css';
import { tonUsdDivergence } from './ton-usd-divergence.ts';
import { useJettonSearch } from './use-jetton-search.ts';

/** Price changes by period, in the native coin and USD (operation 5) and in the selected currency (operation 6). */
export function PriceChanges({ address }: { address: string }) {
  const { currency } = useJettonSearch();
  const needsConversion = currency !== 'ton' && currency !== 'usd';
  const statistics = useQuery(jettonStatistics(address));
  const converted = useQuery({ ...priceChanges(address, currency), enabled: needsConversion });
  const { data } = statistics;
  const isPhone = useIsPhone();
  const series: ChangeSeries[] = [
    { unit: 'ton', changes: data?.ton, isLoaded: !statistics.isPending },
    { unit: 'usd', changes: data?.usd, isLoaded: !statistics.isPending },
    ...(needsConversion
      ? [{ unit: currency, changes: converted.data ?? undefined, isLoaded: !converted.isPending }]
      : []),
  ];
  return (
    <section className={styles.block} aria-label="Price change" aria-busy={statistics.isPending}>
      {isPhone ? <PeriodsAsRows series={series} /> : <PeriodsAsColumns series={series} />}
      <Note ton={data?.ton} usd={data?.usd} />
      {statistics.error && !data ? (
        <ErrorNotice error={statistics.error} onRetry={() => void statistics.refetch()} />
      ) : null}
      {needsConversion && converted.error && !converted.data ? (
        <ErrorNotice error={converted.error} onRetry={() => void converted.refetch()} />
      ) : null}
    </section>
  );
}

interface ChangeSeries {
  readonly unit: Currency;
  readonly changes: Changes | undefined;
  readonly isLoaded: boolean;
}

interface SeriesProps {
  readonly series: readonly ChangeSeries[];
}

function PeriodsAsColumns({ series }: SeriesProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Change in</th>
          {pricePeriods.map((period) => (
            <th key={period} scope="col">
              {periodLabels[period]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.map((changeSeries) => (
          <tr key={changeSeries.unit}>
            <th scope="row">{currencyUnit(changeSeries.unit)}</th>
            {pricePeriods.map((period) => (
              <Cell key={period} series={changeSeries} period={period} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** For phones, where seven columns do not fit. */
function PeriodsAsRows({ series }: SeriesProps) {
  return (
    <table className={styles.table}>
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
            <th scope="row">{periodLabels[period]}</th>
            {series.map((changeSeries) => (
              <Cell key={changeSeries.unit} series={changeSeries} period={period} />
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
}

function Cell({ series: { changes, isLoaded }, period }: CellProps) {
  return (
    <td>{isLoaded ? <PercentChange change={changes?.[period]} period={periodLabels[period]} /> : null}</td>
  );
}

function Note({ ton = {}, usd = {} }: { ton: Changes | undefined; usd: Changes | undefined }) {
  const now = useServiceClock();
  const at = Object.values(ton)[0]?.calculatedAt ?? Object.values(usd)[0]?.calculatedAt;
  const divergence = tonUsdDivergence(ton, usd);
  return (
    <p className={styles.note}>
      {divergence ? <strong>{divergence}</strong> : null}
      {at ? (
        <span>
          calculated <RelativeTime time={at} now={now} /> ago
        </span>
      ) : null}
    </p>
  );
}
