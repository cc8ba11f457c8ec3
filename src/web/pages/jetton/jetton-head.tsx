import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { toUserFriendly } from '#contract/address.ts';
import { explorerLink } from '#web/api/queries.ts';
import type { OneJetton } from '#web/api/strangers.ts';
import { AddressText } from '#web/components/address-text.tsx';
import { Badge } from '#web/components/badge.tsx';
import button from '#web/components/button.module.css';
import { JettonPicture } from '#web/components/jetton-picture.tsx';
import { StrangersLink } from '#web/components/strangers-link.tsx';
import { Verification } from '#web/components/verification.tsx';
import { WatchButton } from '#web/components/watch-button.tsx';
import { Facts } from './facts.tsx';
import styles from './jetton-head.module.css';
import { Price } from './price.tsx';

interface Props {
  readonly address: string;
  /** Not there yet, or never: TON itself has no record in the list. */
  readonly jetton: OneJetton | undefined;
}

export function JettonHead({ address, jetton }: Props) {
  const explorer = useQuery(explorerLink(toUserFriendly(address))).data;
  return (
    <section className={styles.head} aria-label="Jetton">
      <Title address={address} jetton={jetton} />
      <Price address={address} />
      {jetton ? <Facts jetton={jetton} /> : null}
      <div className={styles.links}>
        {explorer ? <StrangersLink href={explorer}>Explorer</StrangersLink> : null}
        {jetton?.links.map(({ href, text }) => (
          <StrangersLink key={href} href={href}>
            {text}
          </StrangersLink>
        ))}
      </div>
    </section>
  );
}

function Title({ address, jetton }: Props) {
  const friendly = toUserFriendly(address);
  const symbol = jetton?.face.symbol ?? 'Jetton';
  return (
    <div className={styles.title}>
      <title>{`${symbol} · Jetscope`}</title>
      <JettonPicture url={jetton?.face.picture} address={address} symbol={symbol} size={28} />
      <div className={styles.names}>
        <h1 className={styles.symbol}>
          <bdi>{symbol}</bdi>
        </h1>
        {jetton ? <Verification status={jetton.verification} /> : null}
        {jetton?.modifiedContract ? <Badge tone="danger">Modified contract</Badge> : null}
        <bdi className={styles.name}>{jetton?.face.name}</bdi>
      </div>
      <AddressText address={friendly} />
      <div className={styles.actions}>
        <WatchButton address={address} symbol={symbol} text="Watch" />
        <Link to="/compare" search={{ address: friendly }} className={button.button ?? ''}>
          Compare
        </Link>
      </div>
    </div>
  );
}
