import { useQuery } from '@tanstack/react-query';
import type { Amount } from '#contract/amount.ts';
import { jettonPrice } from '#web/api/queries/one-jetton.ts';
import { useServiceClock } from '#web/api/queries/service-clock.ts';
import { Fault } from '#web/chart-parts/fault.tsx';
import { CurrencyField } from '#web/components/controls/currency-field.tsx';
import { FormattedPrice } from '#web/components/display/formatted-number.tsx';
import { RelativeTime } from '#web/components/display/relative-time.tsx';
import styles from './header-price.module.css';
import { useJettonLink } from './use-jetton-link.ts';

/** One price is read closer than a column of them. */
const DIGITS = 6;

/** Operation 10: the price in the chosen currency, with those in TON and USD beside it. */
export function HeadPrice({ address }: { address: string }) {
  const { currency, change } = useJettonLink();
  const { data, error, refetch } = useQuery(jettonPrice(address, currency));
  const now = useServiceClock();
  const own = data?.currency ?? (currency === 'ton' ? data?.ton : undefined);
  const changedAt = own?.changedAt ?? data?.ton?.changedAt ?? data?.usd?.changedAt;
  return (
    <section className={styles.block} aria-label="Price">
      <p className={styles.line}>
        <span className={styles.price}>
          {data ? <FormattedPrice price={own?.price} digits={DIGITS} /> : <>&nbsp;</>}
        </span>{' '}
        <span className={styles.unit}>{currency.toUpperCase()}</span>
      </p>
      <div className={styles.others}>
        <div className={styles.currency}>
          <CurrencyField currency={currency} onCurrency={(chosen) => change({ currency: chosen })} />
        </div>
        {currency === 'ton' ? null : <Other price={data?.ton?.price} unit="TON" isThere={Boolean(data)} />}
        {currency === 'usd' ? null : <Other price={data?.usd?.price} unit="USD" isThere={Boolean(data)} />}
        {changedAt ? (
          <span className={styles.unit}>
            changed <RelativeTime time={changedAt} now={now} /> ago
          </span>
        ) : null}
      </div>
      {error && !data ? <Fault error={error} onRetry={() => void refetch()} /> : null}
    </section>
  );
}

interface OtherProps {
  readonly price: Amount | undefined;
  readonly unit: string;
  readonly isThere: boolean;
}

function Other({ price, unit, isThere }: OtherProps) {
  if (!isThere) return null;
  return (
    <span>
      <FormattedPrice price={price} digits={DIGITS} /> <span className={styles.unit}>{unit}</span>
    </span>
  );
}
