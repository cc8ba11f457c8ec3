import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { toUserFriendly } from '#contract/address.ts';
import { sanitizeText } from '#contract/format/sanitize-text.ts';
import { symbolOf } from '#web/api/decoding/identities.ts';
import type { OneJetton } from '#web/api/decoding/untrusted.ts';
import { jettonStatistics } from '#web/api/queries/one-jetton.ts';
import { jettonMarkets } from '#web/api/queries/queries.ts';
import { isNotFound } from '#web/api/transport/errors.ts';
import { ranges } from '#web/chart/chart-view.ts';
import { Fault } from '#web/chart-parts/fault.tsx';
import { RadioGroup } from '#web/components/controls/radio-group.tsx';
import { lazyWithRetry } from '#web/components/feedback/lazy-with-retry.tsx';
import styles from './chart-section.module.css';
import { useJettonLink } from './header/use-jetton-link.ts';
import { deepestOf } from './markets/compared-markets.ts';

const ReferenceChart = lazyWithRetry(async () => (await import('./reference-chart.tsx')).ReferenceChart);

interface Props {
  readonly address: string;
  readonly jetton: OneJetton | undefined;
}

/** The chart of the deepest market; its code comes when the page stands. */
export function ChartPlace({ address, jetton }: Props) {
  const { range, currency, change } = useJettonLink();
  const list = useInfiniteQuery(jettonMarkets(address));
  const markets = list.data?.pages[0];
  const market = deepestOf(markets?.markets ?? []);
  const symbol = jetton?.face.symbol ?? 'Jetton';
  const pair = market && markets && `${symbol} / ${symbolOf(market.counterpart, markets.faces)}`;
  const usd = Object.values(useQuery(jettonStatistics(address)).data?.usd ?? {});
  // Of what is always worth a dollar, a chart in dollars shows nothing.
  const isWorthADollar = usd.length > 0 && usd.every(({ percent }) => percent === 0);
  const hasNone = isNotFound(list.error) || (markets !== undefined && !market);
  return (
    <section className={styles.block} aria-label="Chart">
      <div className={styles.head}>
        <h2 className={styles.pair}>
          {market ? (
            <>
              <bdi>{pair}</bdi>{' '}
              <span className={styles.where}>{sanitizeText(market.exchangeId)}, the deepest market</span>
            </>
          ) : (
            'Chart'
          )}
        </h2>
        <RadioGroup
          legend="Range of the chart"
          value={range}
          onChoose={(chosen) => change({ range: chosen })}
        >
          {ranges.map((known) => [known, known === 'all' ? 'All' : known])}
        </RadioGroup>
        {market ? (
          <Link
            to="/jetton/$address/pool/$poolAddress"
            params={{
              address: toUserFriendly(address),
              poolAddress: toUserFriendly(market.poolAddress),
            }}
            className={styles.open ?? ''}
          >
            Open the pool
          </Link>
        ) : null}
      </div>
      {list.error && !list.data && !hasNone ? (
        <Fault error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      <div className={styles.place}>
        {hasNone ? <p className={styles.none}>No pool that is known here trades this jetton.</p> : null}
        {market && pair !== undefined ? (
          <ReferenceChart
            address={address}
            market={market}
            pair={pair}
            quote={quoteOf(currency === 'ton' || isWorthADollar, market)}
            range={range}
          />
        ) : null}
      </div>
    </section>
  );
}

function quoteOf(inTon: boolean, { price }: NonNullable<ReturnType<typeof deepestOf>>) {
  if (inTon && price.ton) return 'ton';
  return price.usd ? 'usd' : 'counterpart';
}
