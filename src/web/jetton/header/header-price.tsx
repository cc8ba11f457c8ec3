import { useQuery } from '@tanstack/react-query';
import type { Amount } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import type { operations, ResponseOf } from '#contract/operations.ts';
import { QueryError } from '#web/api/client/error-notice.tsx';
import { useAgoText, useServiceClock } from '#web/api/client/service-status.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import { useJettonSearch } from '#web/chart/view/use-jetton-search.ts';
import { CurrencyField } from '#web/kit/controls/currency-field.tsx';
import { FormattedPrice, RelativeTime } from '#web/kit/display/formatted-values.tsx';
import { CURRENT_PRICE_HINT } from '#web/money/converted-amounts.ts';
import { untradedText } from '#web/money/moves.ts';
import { currencyUnit, nativeCoin } from '#web/money/native-coin.ts';
import { periodLabels } from '#web/money/periods.ts';
import styles from './jetton-header.module.css';
import { Change, usePriceChanges } from './price-changes.tsx';

/** More significant digits than in a table column. */
const DIGITS = 6;

/** Price in the selected currency, in the native coin and in USD (operation 10). */
export function HeaderPrice({ address }: { address: string }) {
  return (
    <section className="stack shrink" aria-label="Price">
      <p>
        <MainPrice address={address} />
      </p>
      <PriceDetails address={address} />
    </section>
  );
}

/** For phones: the price and its change on one line. `PriceDetails` shows the rest. */
export function PhonePrice({ address }: { address: string }) {
  const { currency } = useJettonSearch();
  const { series, statistics } = usePriceChanges(address, currency);
  const selected = series.find(({ unit }) => unit === currency);
  const { changes, moves } = selected ?? {};
  const traders = statistics.data?.traders;
  const untraded = untradedText('day', moves, (period) => traders?.[period]?.total.current);
  return (
    <section aria-label="Price">
      <p className={styles.line}>
        <span>
          <MainPrice address={address} />
        </span>
        {!selected?.isLoaded ? null : untraded === undefined ? (
          <span>
            <Change series={selected} period="day" traders={traders} />{' '}
            {moves?.day?.since === undefined ? <span className="hint">{periodLabels.day}</span> : null}
          </span>
        ) : (
          <span className="hint" title={changes?.day && `${changes.day.percent}%: ${untraded}`}>
            {untraded}
          </span>
        )}
      </p>
    </section>
  );
}

function MainPrice({ address }: { address: string }) {
  const { currency } = useJettonSearch();
  const { data } = useQuery(jettonPrice(address, currency));
  const price = priceIn(currency, data)?.price;
  return (
    <>
      <span className={styles.price}>
        {data ? <FormattedPrice price={price} digits={DIGITS} /> : <>&nbsp;</>}
      </span>{' '}
      <span className="hint" translate="no">
        {currencyUnit(currency)}
      </span>
    </>
  );
}

/** The currency selection, the prices in other units and the age of the price. */
export function PriceDetails({ address }: { address: string }) {
  const { currency, change } = useJettonSearch();
  const query = useQuery(jettonPrice(address, currency));
  const { data } = query;
  const now = useServiceClock();
  const ago = useAgoText();
  const changedAt = (priceIn(currency, data) ?? data?.ton ?? data?.usd)?.changedAt;
  return (
    <>
      <div className={styles.others}>
        <div className={styles.currency}>
          <CurrencyField currency={currency} onCurrency={(chosen) => change({ currency: chosen })} />
        </div>
        {!data || currency === 'ton' ? null : <OtherPrice price={data.ton?.price} unit={nativeCoin.symbol} />}
        {!data || currency === 'usd' ? null : <OtherPrice price={data.usd?.price} unit="USD" />}
        {changedAt ? (
          <span className="hint" title={CURRENT_PRICE_HINT}>
            updated <RelativeTime time={changedAt} now={now} /> <span>{ago}</span>
          </span>
        ) : null}
      </div>
      <QueryError query={query} />
    </>
  );
}

type Prices = ResponseOf<(typeof operations)['getJettonPrice']>;

function priceIn(currency: Currency, prices: Prices | undefined) {
  return prices?.currency ?? (currency === 'ton' ? prices?.ton : undefined);
}

function OtherPrice({ price, unit }: { price: Amount | undefined; unit: string }) {
  return (
    <span translate="no">
      <FormattedPrice price={price} digits={DIGITS} /> <span className="hint">{unit}</span>
    </span>
  );
}
