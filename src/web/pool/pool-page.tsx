import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { numberFromAmount } from '#contract/amount.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import { isNotFound } from '#web/api/client/errors.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { quoteSymbolOf } from '#web/api/decoding/identities.ts';
import { marketOfPool, marketStatistics } from '#web/api/queries/markets.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { MARKET_CAP_DECIMALS } from '#web/chart/chart-view.ts';
import type { LinkQuery } from '#web/kit/device/link-state.ts';
import { usePersistedCurrency } from '#web/kit/device/preferences.ts';
import { Deferred } from '#web/kit/display/deferred.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { CanonicalLink, JettonLink } from '#web/kit/display/links.tsx';
import { MissingNote } from '#web/kit/display/missing-data.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import { ScamBanner } from '#web/kit/display/scam-banner.tsx';
import { WhenSettled } from '#web/kit/display/when-settled.tsx';
import { jettonByAddress } from '#web/list/jetton-queries.ts';
import { PriceImpact } from '#web/price-impact/price-impact.tsx';
import { focusTrades, Integrity } from '#web/trades/trades.tsx';
import { PoolChart } from './pool-chart.tsx';
import { PoolFacts } from './pool-facts.tsx';
import { PoolHeader } from './pool-header.tsx';
import { useSidePanel } from './pool-layout.ts';
import styles from './pool-page.module.css';
import { type PoolLink, parsePoolLink, serializePoolLink } from './pool-search.ts';
import { canonicalPoolLink } from './price-levels.ts';

const route = getRouteApi('/jetton/$address/pool/$poolAddress');
const OtherPools = lazyWithRetry(async () => (await import('./other-pools.tsx')).OtherPools);
const SidePanel = lazyWithRetry(async () => (await import('./side-panel.tsx')).SidePanel);

export function PoolPage() {
  const params = route.useParams();
  const address = parseAddress(params.address);
  const poolAddress = parseAddress(params.poolAddress);
  return (
    <>
      <CanonicalRedirect />
      {address === undefined || poolAddress === undefined ? (
        <Notice
          isPage
          title="Invalid address"
          text="The link must contain the addresses of a jetton and of a pool."
        >
          <Link to="/">All jettons</Link>
        </Notice>
      ) : (
        // Meanwhile as well: a unit with stored price lines, for example, must not discard what was typed.
        <Pool key={`${address} ${poolAddress}`} address={address} poolAddress={poolAddress} />
      )}
    </>
  );
}

function CanonicalRedirect() {
  const canonical = canonicalPoolLink({ ...route.useParams(), search: route.useSearch() });
  if (!canonical) return null;
  return (
    <Navigate to="/jetton/$address/pool/$poolAddress" params={canonical} search={canonical.search} replace />
  );
}

/** Returns the parts of a link that the page uses besides the chart, which changes the rest whenever it is moved. */
function selectOutsideChart(search: LinkQuery) {
  const { panel, trades, view } = parsePoolLink(search);
  return { panel, trades, quote: view.quote };
}

function Pool({ address, poolAddress }: { address: string; poolAddress: string }) {
  const { currency } = usePersistedCurrency();
  const link = route.useSearch({ select: selectOutsideChart, structuralSharing: true });
  const navigate = route.useNavigate();
  const query = useQuery(marketOfPool(address, poolAddress));
  const [session, setSession] = useState<ChartSession>();
  const record = useQuery(jettonByAddress(address));
  const jetton = record.data ?? undefined;
  const missing = useQuery(marketStatistics(address, poolAddress)).data?.missing ?? [];
  if (query.data === null || isNotFound(query.error)) {
    return (
      <Notice
        isPage
        title="No pool at this address"
        text="Check the address, or choose a pool on the jetton's page."
      >
        <JettonLink address={address}>Jetton page</JettonLink>
      </Notice>
    );
  }
  const { market, counterpart } = query.data ?? {};
  const changeLink = (changed: Partial<PoolLink>) =>
    void navigate({
      search: (current: LinkQuery) => serializePoolLink({ ...parsePoolLink(current), ...changed }),
      replace: !changed.trades,
      resetScroll: false,
    });
  const showTrader = (who: string) => {
    changeLink({ panel: 'trades', trades: { ...link.trades, trader: toUserFriendly(who) } });
    useSidePanel.setState({ isFolded: false });
    focusTrades()?.scrollIntoView({ block: 'nearest' });
  };
  const quote = market && {
    address: market.counterpart,
    symbol: quoteSymbolOf(market.counterpart, counterpart),
  };
  return (
    <div className="page-width">
      <CanonicalLink path={`/jetton/${toUserFriendly(address)}/pool/${toUserFriendly(poolAddress)}`} />
      <ScamBanner status={jetton?.verification} />
      <WhenSettled isSettled={!record.isPending}>
        <PoolHeader
          address={address}
          poolAddress={poolAddress}
          jetton={jetton}
          market={market}
          counterpart={counterpart}
          unit={link.quote}
          error={
            query.error && !query.data ? (
              <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
            ) : undefined
          }
        />
        <PoolChart
          // Loaded prices are in the units of the former multiplier.
          key={jetton?.multiplier?.since}
          address={address}
          poolAddress={poolAddress}
          symbol={jetton?.identity.symbol}
          quote={quote}
          price={market?.price}
          supply={record.isPending ? undefined : supplyOf(record.data)}
          onSession={setSession}
        >
          <SidePanel
            address={address}
            poolAddress={poolAddress}
            jetton={record}
            link={link}
            onChange={changeLink}
            onTrader={showTrader}
          />
        </PoolChart>
        <MissingNote missing={missing} />
        <div className={styles.columns}>
          <PoolFacts
            address={address}
            poolAddress={poolAddress}
            symbol={jetton?.identity.symbol}
            quote={quote?.symbol}
            lastTradeAt={market?.lastTransactionAt}
          />
          <Integrity address={address} symbol={jetton?.identity.symbol} onTrader={showTrader} />
        </div>
        <div className={styles.impact}>
          <PriceImpact
            address={address}
            identity={jetton?.identity}
            verification={jetton?.verification}
            currency={currency}
            poolAddress={poolAddress}
          />
        </div>
        <Deferred>
          <OtherPools
            address={address}
            poolAddress={poolAddress}
            market={market}
            identity={jetton?.identity}
            session={session}
          />
        </Deferred>
      </WhenSettled>
    </div>
  );
}

/** Returns the circulating supply of a jetton in thousands, the unit of market caps. Null if it is unknown or zero. */
function supplyOf(jetton: ListedJetton | null | undefined): number | null {
  const { circulatingSupply, decimals = 0 } = jetton ?? {};
  if (circulatingSupply === undefined) return null;
  return numberFromAmount({ value: circulatingSupply, decimals: decimals + MARKET_CAP_DECIMALS }) || null;
}
