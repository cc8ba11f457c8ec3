import { useQuery } from '@tanstack/react-query';
import { type Currency, type PricePeriod, pricePeriods } from '#contract/enums.ts';
import type { PriceChanges as Changes } from '#web/api/decoding/activity.ts';
import { jettonStatistics, priceChanges } from '#web/api/queries/one-jetton.ts';
import { useServiceClock } from '#web/api/queries/service-clock.ts';
import { Fault } from '#web/chart-parts/fault.tsx';
import { PercentChange } from '#web/components/display/percent-change.tsx';
import { RelativeTime } from '#web/components/display/relative-time.tsx';
import { periodLabels } from '#web/lib/numbers/periods.ts';
import { against } from '#web/pages/jetton/markets/against.ts';
import { usePhone } from '#web/state/media.ts';
import styles from './price-changes.module.css';
import { useJettonLink } from './use-jetton-link.ts';

/** Operations 5 and 6: one line for each unit, so that a rise in one beside a fall in the other is seen. */
export function PriceChanges({ address }: { address: string }) {
  const { currency } = useJettonLink();
  const isOther = currency !== 'ton' && currency !== 'usd';
  const statistics = useQuery(jettonStatistics(address));
  const own = useQuery({ ...priceChanges(address, currency), enabled: isOther });
  const { data } = statistics;
  const phone = usePhone();
  const lines: Line[] = [
    { unit: 'ton', changes: data?.ton, isThere: !statistics.isPending },
    { unit: 'usd', changes: data?.usd, isThere: !statistics.isPending },
    ...(isOther ? [{ unit: currency, changes: own.data ?? undefined, isThere: !own.isPending }] : []),
  ];
  return (
    <section className={styles.block} aria-label="Price change" aria-busy={statistics.isPending}>
      {phone ? <Upright lines={lines} /> : <Across lines={lines} />}
      <Said ton={data?.ton} usd={data?.usd} />
      {statistics.error && !data ? (
        <Fault error={statistics.error} onRetry={() => void statistics.refetch()} />
      ) : null}
      {isOther && own.error && !own.data ? (
        <Fault error={own.error} onRetry={() => void own.refetch()} />
      ) : null}
    </section>
  );
}

interface Line {
  readonly unit: Currency;
  readonly changes: Changes | undefined;
  readonly isThere: boolean;
}

interface LinesProps {
  readonly lines: readonly Line[];
}

function Across({ lines }: LinesProps) {
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
        {lines.map((line) => (
          <tr key={line.unit}>
            <th scope="row">{line.unit.toUpperCase()}</th>
            {pricePeriods.map((period) => (
              <Cell key={period} line={line} period={period} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Seven periods do not fit beside each other on a phone. */
function Upright({ lines }: LinesProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Change in</th>
          {lines.map(({ unit }) => (
            <th key={unit} scope="col">
              {unit.toUpperCase()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pricePeriods.map((period) => (
          <tr key={period}>
            <th scope="row">{periodLabels[period]}</th>
            {lines.map((line) => (
              <Cell key={line.unit} line={line} period={period} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ line: { changes, isThere }, period }: { line: Line; period: PricePeriod }) {
  return <td>{isThere ? <PercentChange percent={changes?.[period]?.percent} /> : null}</td>;
}

function Said({ ton = {}, usd = {} }: { ton: Changes | undefined; usd: Changes | undefined }) {
  const now = useServiceClock();
  const at = Object.values(ton)[0]?.at ?? Object.values(usd)[0]?.at;
  const said = against(ton, usd);
  return (
    <p className={styles.said}>
      {said ? <strong>{said}</strong> : null}
      {at ? (
        <span>
          calculated <RelativeTime time={at} now={now} /> ago
        </span>
      ) : null}
    </p>
  );
}
