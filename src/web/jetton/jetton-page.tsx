import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { parseAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { isNotFound } from '#web/api/client/errors.ts';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import { canonicalJettonLink } from '#web/chart/jetton-search.ts';
import { useJettonSearch } from '#web/chart/view/use-jetton-search.ts';
import { useIsPhone } from '#web/kit/device/media.ts';
import { usePersistedCurrency } from '#web/kit/device/preferences.ts';
import { Deferred } from '#web/kit/display/deferred.tsx';
import { CanonicalLink } from '#web/kit/display/links.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import { ScamBanner } from '#web/kit/display/scam-banner.tsx';
import { WhenSettled } from '#web/kit/display/when-settled.tsx';
import { jettonByAddress } from '#web/list/jetton-queries.ts';
import { useLookAlikeWarning } from '#web/list/related-jettons.ts';
import { PriceImpact } from '#web/price-impact/price-impact.tsx';
import { Traders, Trades } from '#web/trades/trades.tsx';
import { Activity } from './activity.tsx';
import { ChartSection } from './chart-section.tsx';
import { Facts } from './facts.tsx';
import { PriceDetails } from './header/header-price.tsx';
import { JettonHeader, LookAlikeText, NativeCoinHeader } from './header/jetton-header.tsx';
import { PriceChanges } from './header/price-changes.tsx';
import styles from './jetton-page.module.css';
import { Markets } from './markets.tsx';

const route = getRouteApi('/jetton/$address');

export function JettonPage() {
  const params = route.useParams();
  const search = route.useSearch();
  const link = { address: params.address, search };
  const canonical = canonicalJettonLink(link, usePersistedCurrency.getState().currency);
  const address = parseAddress(params.address);
  return (
    <>
      {canonical ? (
        <Navigate
          to="/jetton/$address"
          params={{ address: canonical.address }}
          search={canonical.search}
          replace
        />
      ) : null}
      {address === undefined ? (
        <Notice
          isPage
          title="Invalid address"
          text="Use the 48-character form, or the raw form: workchain, colon and 64 hexadecimal digits."
        >
          <Link to="/">All jettons</Link>
        </Notice>
      ) : (
        // Meanwhile as well, so that what was typed stays.
        <Jetton key={address} address={address} />
      )}
    </>
  );
}

function Jetton({ address }: { address: string }) {
  const { currency, trades, change } = useJettonSearch();
  const isPhone = useIsPhone();
  const { error } = useQuery(jettonPrice(address, currency));
  const query = useQuery(jettonByAddress(address));
  if (isNotFound(error)) {
    return (
      <Notice isPage title="No jetton at this address" text="Check the address, or search by name or symbol.">
        <Link to="/">All jettons</Link>
      </Notice>
    );
  }
  const path = `/jetton/${toUserFriendly(address)}`;
  if (address === TON_ADDRESS) {
    return (
      <>
        <CanonicalLink path={path} />
        <NativeCoinHeader />
      </>
    );
  }
  const jetton = query.data ?? undefined;
  return (
    <div className="page-width">
      <CanonicalLink path={path} />
      <ScamBanner status={jetton?.verification} />
      <WhenSettled isSettled={!query.isPending}>
        <JettonHeader address={address} jetton={jetton} />
        <div className={styles.columns}>
          <div className={styles.chart}>
            <ChartSection address={address} jetton={jetton} />
          </div>
          {isPhone ? <PhonePriceSection address={address} jetton={jetton} /> : null}
          <div className={styles.facts}>
            <Facts address={address} query={query} currency={currency} />
          </div>
          <div className={styles.activity}>
            <Activity address={address} />
          </div>
          <div className={styles.impact}>
            <PriceImpact
              address={address}
              identity={jetton?.identity}
              verification={jetton?.verification}
              currency={currency}
            />
          </div>
        </div>
        <Trades
          address={address}
          symbol={jetton?.identity.symbol}
          filters={trades}
          onFilters={({ side, size, trader }) => change({ side, size, trader })}
        />
        <Traders
          address={address}
          symbol={jetton?.identity.symbol}
          onTrader={(trader) => change({ trader })}
        />
        <Deferred>
          <Markets address={address} identity={jetton?.identity} />
        </Deferred>
      </WhenSettled>
    </div>
  );
}

/** On phones, shown below the chart: the price details that do not fit the header. */
function PhonePriceSection({ address, jetton }: { address: string; jetton: JettonDetails | undefined }) {
  return (
    <div className={styles.price}>
      <PriceChanges address={address} />
      <PriceDetails address={address} />
      <LookAlikeText warning={useLookAlikeWarning(jetton)} />
    </div>
  );
}
