import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { sanitizeText } from '#contract/format/sanitize-text.ts';
import type { Market } from '#contract/market.ts';
import type { JettonDetails, JettonIdentity } from '#web/api/decoding/decode-jetton.ts';
import { useServiceClock } from '#web/api/queries/service-clock.ts';
import { AddressText } from '#web/components/display/address-text.tsx';
import { Badge } from '#web/components/display/badge.tsx';
import { FormattedPrice } from '#web/components/display/formatted-number.tsx';
import { JettonImage } from '#web/components/display/jetton-image.tsx';
import { RelativeTime } from '#web/components/display/relative-time.tsx';
import { Verification } from '#web/components/display/verification.tsx';
import styles from './pool-header.module.css';

interface Props {
  readonly address: string;
  readonly poolAddress: string;
  readonly jetton: JettonDetails | undefined;
  readonly market: Market | undefined;
  readonly counterpart: JettonIdentity | undefined;
  /** Why the market did not come. */
  readonly fault: ReactNode;
}

/** One price is read closer than a column of them. */
const DIGITS = 6;

export function PoolHeader({ address, poolAddress, jetton, market, counterpart, fault }: Props) {
  const symbol = jetton?.identity.symbol ?? 'Jetton';
  const other = market?.counterpart === TON_ADDRESS ? 'TON' : (counterpart?.symbol ?? '…');
  return (
    <section className={styles.head} aria-label="Pool">
      <title>{`${symbol} / ${other} · Jetscope`}</title>
      <div className={styles.title}>
        <JettonImage url={jetton?.identity.image} address={address} symbol={symbol} size={28} />
        <h1 className={styles.pair}>
          <Link to="/jetton/$address" params={{ address: toUserFriendly(address) }}>
            <bdi>{symbol}</bdi>
          </Link>{' '}
          / <bdi>{other}</bdi>
        </h1>
        {jetton ? <Verification status={jetton.verification} /> : null}
        {jetton?.modifiedContract ? <Badge tone="danger">Modified contract</Badge> : null}
        <span className={styles.muted}>{market ? sanitizeText(market.exchangeId) : null}</span>
        <AddressText address={toUserFriendly(poolAddress)} />
      </div>
      {fault ?? <Prices market={market} other={other} />}
    </section>
  );
}

function Prices({ market, other }: { market: Market | undefined; other: string }) {
  const now = useServiceClock();
  if (!market) return <p className={styles.price}>&nbsp;</p>;
  const { counterpart, ton, usd, changedAt } = market.price;
  return (
    <p className={styles.prices}>
      <span className={styles.price}>
        <FormattedPrice price={counterpart} digits={DIGITS} />{' '}
        <span className={styles.unit}>
          <bdi>{other}</bdi>
        </span>
      </span>
      {other === 'TON' ? null : (
        <span>
          <FormattedPrice price={ton} digits={DIGITS} /> <span className={styles.unit}>TON</span>
        </span>
      )}
      <span>
        <FormattedPrice price={usd} digits={DIGITS} /> <span className={styles.unit}>USD</span>
      </span>
      {changedAt ? (
        <span className={styles.muted}>
          <RelativeTime time={changedAt} now={now} /> ago
        </span>
      ) : null}
    </p>
  );
}
