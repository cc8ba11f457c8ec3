import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { exchangeName, poolTypeName } from '#contract/format/market-names.ts';
import type { Market } from '#contract/market.ts';
import { type PriceUnit, priceUnits } from '#contract/price-unit.ts';
import { AlertButton } from '#web/alerts/alert-button.tsx';
import { useAgoText, useServiceClock } from '#web/api/client/service-status.ts';
import type { JettonDetails, JettonIdentity } from '#web/api/decoding/decode-jetton.ts';
import { marketStatistics } from '#web/api/queries/markets.ts';
import { ShareButton } from '#web/kit/controls/copyable-text.tsx';
import { AddressText } from '#web/kit/display/address-text.tsx';
import { LookAlikeBadge, ModifiedBadge, Verification, WarningBadge } from '#web/kit/display/badges.tsx';
import { Fact } from '#web/kit/display/fact.tsx';
import {
  FormattedAmount,
  FormattedCount,
  FormattedPrice,
  RelativeTime,
} from '#web/kit/display/formatted-values.tsx';
import { JettonImage } from '#web/kit/display/jetton-image.tsx';
import { JettonLink } from '#web/kit/display/links.tsx';
import { useVerifiedOriginals } from '#web/list/related-jettons.ts';
import { WatchButton } from '#web/list/watch-button.tsx';
import { CURRENT_PRICE_HINT } from '#web/money/converted-amounts.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { periodLabels } from '#web/money/periods.ts';
import { pairWarning } from '#web/untrusted/look-alike.ts';
import styles from './pool-page.module.css';

interface Props {
  readonly address: string;
  readonly poolAddress: string;
  readonly jetton: JettonDetails | undefined;
  readonly market: Market | undefined;
  readonly counterpart: JettonIdentity | undefined;
  /** Unit of the chart and so of the largest price. */
  readonly unit: PriceUnit;
  /** Shown instead of the prices if the market could not be loaded. */
  readonly error: ReactNode;
}

/** Significant digits: more than in lists. */
const DIGITS = 6;

export function PoolHeader({ address, poolAddress, jetton, market, counterpart, unit, error }: Props) {
  const symbol = jetton?.identity.symbol ?? 'Jetton';
  const originals = useVerifiedOriginals();
  const quoteSymbol = market?.counterpart === TON_ADDRESS ? nativeCoin.symbol : (counterpart?.symbol ?? '…');
  return (
    <section className={styles.header} aria-label="Pool">
      <title>{`${symbol} / ${quoteSymbol} · Jetscope`}</title>
      <div className={styles.title}>
        <JettonImage url={jetton?.identity.image} address={address} symbol={symbol} size={28} />
        <h1 className={styles.pair} translate="no">
          <JettonLink address={address}>
            <bdi>{symbol}</bdi>
          </JettonLink>{' '}
          / <bdi>{quoteSymbol}</bdi>
        </h1>
        {jetton ? <Verification status={jetton.verification} /> : null}
        {jetton?.modifiedContract ? <ModifiedBadge /> : null}
        <WarningBadge warnings={jetton?.warnings} />
        <LookAlikeBadge warning={pairWarning({ jetton, quote: counterpart }, originals)} />
        {market ? (
          <span className={styles.exchange} translate="no">
            {exchangeName(market.exchangeId)} · {poolTypeName(market.type)}
          </span>
        ) : null}
        {/* Phones have no space for them. */}
        <span className="row phone-hidden">
          <AddressText address={toUserFriendly(poolAddress)} />
          <WatchButton address={address} symbol={symbol} />
        </span>
        <AlertButton address={address} symbol={symbol} />
        <span className="phone-hidden push-right">
          <ShareButton />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard scrolling needs focus */}
      <section className={styles.summary} tabIndex={0} aria-label="Price and activity">
        {error ?? <Prices market={market} quoteSymbol={quoteSymbol} unit={unit} />}
        <PoolStrip address={address} poolAddress={poolAddress} market={market} />
      </section>
    </section>
  );
}

interface PricesProps extends Pick<Props, 'market' | 'unit'> {
  readonly quoteSymbol: string;
}

function Prices({ market, quoteSymbol, unit }: PricesProps) {
  const now = useServiceClock();
  const ago = useAgoText();
  if (!market) return <p className={styles.price}>&nbsp;</p>;
  const isNative = market.counterpart === TON_ADDRESS;
  const main = unit === 'ton' && isNative ? 'counterpart' : unit;
  const others = priceUnits.filter((one) => one !== main && !(one === 'ton' && isNative));
  const symbols = { counterpart: quoteSymbol, ton: nativeCoin.symbol, usd: 'USD' };
  return (
    <p className={styles.prices}>
      {[main, ...others].map((one) => (
        <span key={one} className={one === main ? styles.price : undefined} translate="no">
          <FormattedPrice price={market.price[one]} digits={DIGITS} />{' '}
          <span className={styles.unit}>
            <bdi>{symbols[one]}</bdi>
          </span>
        </span>
      ))}
      {market.price.changedAt ? (
        <span className="hint" title={CURRENT_PRICE_HINT}>
          <RelativeTime time={market.price.changedAt} now={now} /> <span>{ago}</span>
        </span>
      ) : null}
    </p>
  );
}

interface PoolStripProps {
  readonly address: string;
  readonly poolAddress: string;
  /** Undefined while loading. */
  readonly market: Market | undefined;
}

/** The pool's most important values in one line: liquidity, activity of the last day (operation 14) and age. */
function PoolStrip({ address, poolAddress, market }: PoolStripProps) {
  const { data, isPending } = useQuery(marketStatistics(address, poolAddress));
  const now = useServiceClock();
  const day = periodLabels.day;
  return (
    <dl className={styles.strip} aria-label="Pool values" aria-busy={isPending || !market}>
      <Fact label="Liquidity, USD" title="Both sides of the pool">
        {market ? <FormattedAmount amount={market.liquidity.usd} /> : <>&nbsp;</>}
      </Fact>
      <Fact label={`Volume ${day}, USD`}>
        {isPending ? <>&nbsp;</> : <FormattedAmount amount={data?.volume.usd.day.current} />}
      </Fact>
      <Fact label={`Transactions ${day}`}>
        {isPending ? <>&nbsp;</> : <FormattedCount count={data?.transactions.day.current} />}
      </Fact>
      <Fact label={`Traders ${day}`}>
        {isPending ? <>&nbsp;</> : <FormattedCount count={data?.traders.day.current} />}
      </Fact>
      <Fact label="Age">{market ? <RelativeTime time={market.createdAt} now={now} /> : <>&nbsp;</>}</Fact>
    </dl>
  );
}
