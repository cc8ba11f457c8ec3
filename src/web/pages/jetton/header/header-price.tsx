import { useQuery } from '@tanstack/react-query';
import type { Amount } from '#contract/amount.ts';
import { useAgoText, useServiceClock } from '#web/api/queries/service-clock.ts';
import { jettonPrice } from '#web/api/queries/single-jetton.ts';
import { ErrorNotice } from '#web/chart/ui/error-notice.tsx';
import { CurrencyField } from '#web/components/controls/currency-field.tsx';
import { FormattedPrice } from '#web/components/display/formatted-number.tsx';
import { RelativeTime } from '#web/components/display/relative-time.tsx';
import { currencyUnit, nativeCoin } from '#web/lib/native-coin.ts';
import styles from './header-price.module.css';
import { useJettonSearch } from './use-jetton-search.ts';

/** More significant digits than in a table column. */
const DIGITS = 6;

/** Price in the selected currency, in the native coin and in USD (operation 10). */
export function HeaderPrice({ address }: { address: string }) {
  const { currency, change } = useJettonSearch();
  const { data, error, refetch } = useQuery(jettonPrice(address, currency));
  const now = useServiceClock();
  const ago = useAgoText();
  const main = data?.currency ?? (currency === 'ton' ? data?.ton : undefined);
  const changedAt = main?.changedAt ?? data?.ton?.changedAt ?? data?.usd?.changedAt;
  return (
    <section className={styles.block} aria-label="Price">
      <p>
        <span className={styles.price}>
          {data ? <FormattedPrice price={main?.price} digits={DIGITS} /> : <>&nbsp;</>}
        </span>{' '}
        <span className={styles.unit}>{currencyUnit(currency)}</span>
      </p>
      <div className={styles.others}>
        <div className={styles.currency}>
          <CurrencyField currency={currency} onCurrency={(chosen) => change({ currency: chosen })} />
        </div>
        {!data || currency === 'ton' ? null : <OtherPrice price={data.ton?.price} unit={nativeCoin.symbol} />}
        {!data || currency === 'usd' ? null : <OtherPrice price={data.usd?.price} unit="USD" />}
        {changedAt ? (
          <span className={styles.unit}>
            updated <RelativeTime time={changedAt} now={now} /> {ago}
          </span>
        ) : null}
      </div>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
    </section>
  );
}

function OtherPrice({ price, unit }: { price: Amount | undefined; unit: string }) {
  return (
    <span>
      <FormattedPrice price={price} digits={DIGITS} /> <span className={styles.unit}>{unit}</span>
    </span>
  );
}
