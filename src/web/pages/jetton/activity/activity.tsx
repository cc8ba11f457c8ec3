import { useQuery } from '@tanstack/react-query';
import { countPeriods } from '#contract/enums.ts';
import { jettonStatistics, transactionChanges, volumeChanges } from '#web/api/queries/one-jetton.ts';
import { PeriodRadioGroup } from '#web/components/controls/period-radio-group.tsx';
import { useJettonLink } from '#web/pages/jetton/header/use-jetton-link.ts';
import { disagreement } from '#web/pages/jetton/markets/disagreement.ts';
import { labelOfPeriod } from '#web/url/jetton-search.ts';
import styles from './activity.module.css';
import { sharesOf } from './side-shares.ts';
import { SidesRow } from './sides-row.tsx';

/** Operations 7, 5 and 9: each row says for itself where it does not come. */
export function Activity({ address }: { address: string }) {
  const { currency, period, change } = useJettonLink();
  const fiat = currency === 'ton' ? 'usd' : currency;
  const transactions = useQuery(transactionChanges(address));
  const statistics = useQuery(jettonStatistics(address));
  const volume = useQuery(volumeChanges(address, fiat));
  const traders = statistics.data?.traders;
  const said = disagreement({
    transactions: sharesOf(transactions.data?.[period]),
    traders: sharesOf(traders?.[period]),
    volume: sharesOf(volume.data?.[period]),
  });
  return (
    <section className={styles.block} aria-label="Activity">
      <div className={styles.head}>
        <h2>Activity</h2>
        <PeriodRadioGroup
          legend="Period of the activity"
          periods={countPeriods}
          period={period}
          onPeriod={(chosen) => change({ period: labelOfPeriod(chosen) })}
        />
        {said ? <p className={styles.said}>{said}</p> : null}
      </div>
      <div className={styles.rows}>
        <SidesRow
          label="Transactions"
          found={transactions}
          sided={transactions.data?.[period]}
          period={period}
        />
        <SidesRow
          label="Traders"
          note="Who both buys and sells counts on both sides"
          found={statistics}
          sided={traders?.[period]}
          period={period}
        />
        <SidesRow
          label={`Volume, ${fiat.toUpperCase()}`}
          note={currency === 'ton' ? 'Volume is not counted in TON: the sum is in USD' : undefined}
          found={volume}
          sided={volume.data?.[period]}
          period={period}
        />
      </div>
    </section>
  );
}
