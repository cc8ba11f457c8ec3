import { useQuery } from '@tanstack/react-query';
import type { Amount } from '#contract/amount.ts';
import { type Currency, countPeriods } from '#contract/enums.ts';
import type { BuySellSplit } from '#web/api/decoding/buy-sell-periods.ts';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { jettonStatistics, transactionChanges, volumeChanges } from '#web/api/queries/single-jetton.ts';
import { useJettonSearch } from '#web/chart/view/use-jetton-search.ts';
import { PeriodRadioGroup } from '#web/kit/controls/radio-group.tsx';
import { convertFromUsd, type ExchangeRate } from '#web/money/amounts.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { periodLabels } from '#web/money/periods.ts';
import styles from './activity.module.css';
import { buySellDivergence } from './buy-sell-divergence.ts';
import { BuySellRow } from './buy-sell-row.tsx';
import { buySellShares } from './buy-sell-shares.ts';

/** Transactions (operation 7), traders (5) and volume (9). Each row shows its own errors. */
export function Activity({ address }: { address: string }) {
  const { currency, period, change } = useJettonSearch();
  const fiat = currency === 'ton' ? 'usd' : currency;
  const transactions = useQuery(transactionChanges(address));
  const statistics = useQuery(jettonStatistics(address));
  const volume = useQuery(volumeChanges(address, fiat));
  const rate = useExchangeRate(currency === 'ton' ? 'ton' : 'usd');
  const volumeSplit = volume.data?.[period];
  const traders = statistics.data?.traders;
  const divergence = buySellDivergence({
    transactions: buySellShares(transactions.data?.[period]),
    traders: buySellShares(traders?.[period]),
    volume: buySellShares(volumeSplit),
  });
  return (
    <section className={styles.block} aria-label="Activity">
      <div className={styles.head}>
        <h2>Activity</h2>
        <PeriodRadioGroup
          legend="Activity period"
          periods={countPeriods}
          period={period}
          onPeriod={(chosen) => change({ period: periodLabels[chosen] })}
        />
        {divergence ? <p className={styles.divergence}>{divergence}</p> : null}
      </div>
      <div className={styles.rows}>
        <BuySellRow
          label="Transactions"
          query={transactions}
          split={transactions.data?.[period]}
          period={period}
        />
        <BuySellRow
          label="Traders"
          note="Traders can be on both sides"
          canOverlap
          query={statistics}
          split={traders?.[period]}
          period={period}
        />
        <BuySellRow
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
