import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { exchangeName } from '#contract/format/market-names.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import { isNotFound } from '#web/api/client/errors.ts';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { symbolOf } from '#web/api/decoding/identities.ts';
import { jettonPrice, useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { jettonMarkets } from '#web/api/queries/markets.ts';
import { jettonStatistics } from '#web/api/queries/single-jetton.ts';
import { useJettonSearch } from '#web/chart/view/use-jetton-search.ts';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { PoolLink } from '#web/kit/display/links.tsx';
import { MissingNote } from '#web/kit/display/missing-data.tsx';
import { currencyUnit } from '#web/money/native-coin.ts';
import { findDeepestMarket } from './header/figures.ts';
import styles from './jetton-page.module.css';

/** Drawn by the service, until the chart is there. */
const pictures = import.meta.env.SSR ? await import('#web/chart/view/chart-picture.tsx') : undefined;

const ReferenceChart = lazyWithRetry(async () => (await import('./reference-chart.tsx')).ReferenceChart);

interface Props {
  readonly address: string;
  readonly jetton: JettonDetails | undefined;
}

/** Chart of the deepest market. Its code is loaded after the page has rendered. */
export function ChartSection({ address, jetton }: Props) {
  const { range, currency, trades, change } = useJettonSearch();
  const statistics = useQuery(jettonStatistics(address)).data;
  const missing = statistics?.missing ?? jetton?.missing ?? [];
  const list = useInfiniteQuery(jettonMarkets(address));
  const markets = list.data?.pages[0];
  const market = findDeepestMarket(markets?.markets ?? []);
  const symbol = jetton?.identity.symbol ?? 'Jetton';
  const pair = market && markets && `${symbol} / ${symbolOf(market.counterpart, markets.identities)}`;
  const price = useQuery(jettonPrice(address, currency)).data;
  const quote = market && chartQuote(currency === 'ton', market);
  // Ticks have prices in the native coin.
  const rate = useExchangeRate(currency === 'ton' ? 'usd' : currency);
  const headerPrice =
    quote === 'ton' ? price?.ton : quote === 'usd' ? (rate ? price?.currency : price?.usd) : undefined;
  const hasNoMarkets = isNotFound(list.error) || (markets !== undefined && !market);
  return (
    <section className={styles.block} aria-label="Chart">
      <div className={styles.head}>
        <h2 className={styles.pair}>
          {market ? (
            <>
              <bdi translate="no">{pair}</bdi>{' '}
              <span className="note regular">{`${exchangeName(market.exchangeId)}, deepest market`}</span>
            </>
          ) : (
            'Chart'
          )}
        </h2>
        {market ? (
          <PoolLink address={address} poolAddress={market.poolAddress} className={styles.open}>
            Open pool
          </PoolLink>
        ) : null}
      </div>
      <div className={styles.content} data-empty={hasNoMarkets ? '' : undefined}>
        {list.error && !list.data && !hasNoMarkets ? (
          <div className={styles.empty}>
            <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
          </div>
        ) : null}
        {pictures ? (
          <div className={styles.picture}>
            <pictures.PricePicture
              address={address}
              currency={currency}
              unit={currencyUnit(currency)}
              range={range}
            />
          </div>
        ) : null}
        {hasNoMarkets ? <p className={styles.empty}>No markets found</p> : null}
        {market && quote && pair !== undefined ? (
          <ReferenceChart
            // Loaded prices are in the units of the former multiplier.
            key={jetton?.multiplier?.since}
            address={address}
            market={market}
            pair={pair}
            quote={quote}
            rate={quote === 'usd' ? (rate ?? undefined) : undefined}
            price={quote === 'counterpart' ? market.price.counterpart : headerPrice?.price}
            trader={trades.trader}
            range={range}
            onRange={(chosen) => change({ range: chosen })}
          />
        ) : null}
      </div>
      <MissingNote missing={missing.filter(({ exchangeId }) => exchangeId === market?.exchangeId)} />
    </section>
  );
}

function chartQuote(preferTon: boolean, { price }: NonNullable<ReturnType<typeof findDeepestMarket>>) {
  if (preferTon && price.ton) return 'ton';
  return price.usd ? 'usd' : 'counterpart';
}
