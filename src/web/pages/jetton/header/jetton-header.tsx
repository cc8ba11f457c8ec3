import { useQuery } from '@tanstack/react-query';
import { toUserFriendly } from '#contract/address.ts';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { verifiedJettons } from '#web/api/queries/related-jettons.ts';
import { WatchButton } from '#web/components/controls/watch-button.tsx';
import { AddressText } from '#web/components/display/address-text.tsx';
import { Badge } from '#web/components/display/badge.tsx';
import { JettonImage } from '#web/components/display/jetton-image.tsx';
import { ModifiedBadge } from '#web/components/display/modified-badge.tsx';
import { Verification } from '#web/components/display/verification.tsx';
import { lookAlikeWarning, verifiedOriginals } from '#web/lib/text/look-alike.ts';
import { useIsPhone } from '#web/state/media.ts';
import { HeaderPrice, PhonePrice } from './header-price.tsx';
import styles from './jetton-header.module.css';
import { CompareLink, JettonLinks } from './jetton-links.tsx';
import { JettonMenu } from './jetton-menu.tsx';
import { PriceChanges } from './price-changes.tsx';
import { QrButton } from './qr-button.tsx';
import { ShareButton } from './share-button.tsx';

interface Props {
  readonly address: string;
  /** Undefined while loading. */
  readonly jetton: JettonDetails | undefined;
}

export function JettonHeader({ address, jetton }: Props) {
  const userFriendly = toUserFriendly(address);
  const symbol = jetton?.identity.symbol ?? 'Jetton';
  const isPhone = useIsPhone();
  const image = <JettonImage url={jetton?.identity.image} address={address} symbol={symbol} size={28} />;
  if (isPhone) {
    return (
      <section className={styles.head} aria-label="Jetton">
        <title>{`${symbol} · Jetscope`}</title>
        <div className={styles.titleRow}>
          {image}
          <Names symbol={symbol} jetton={jetton} />
          <div className={styles.actions}>
            <WatchButton address={address} symbol={symbol} />
            <JettonMenu userFriendly={userFriendly} jetton={jetton} />
          </div>
        </div>
        <PhonePrice address={address} />
        {jetton ? <LookAlikeWarning jetton={jetton} /> : null}
      </section>
    );
  }
  return (
    <section className={styles.head} aria-label="Jetton">
      <title>{`${symbol} · Jetscope`}</title>
      <div className={styles.titleRow}>
        {image}
        <Names symbol={symbol} jetton={jetton} />
        {jetton ? <LookAlikeWarning jetton={jetton} /> : null}
        <div className={styles.links}>
          <AddressText address={userFriendly} />
          <QrButton text={userFriendly} />
          <JettonLinks userFriendly={userFriendly} jetton={jetton} />
        </div>
        <div className={styles.actions}>
          <WatchButton address={address} symbol={symbol} text="Watch" />
          <CompareLink userFriendly={userFriendly} />
          <ShareButton />
        </div>
      </div>
      <div className={styles.figures}>
        <HeaderPrice address={address} />
        <PriceChanges address={address} />
      </div>
    </section>
  );
}

function Names({ symbol, jetton }: { symbol: string; jetton: JettonDetails | undefined }) {
  return (
    <div className={styles.names}>
      <h1 className={styles.symbol}>
        <bdi>{symbol}</bdi>
      </h1>
      {jetton ? <Verification status={jetton.verification} /> : null}
      {jetton?.modifiedContract ? <ModifiedBadge /> : null}
      {jetton ? <LookAlikeBadge jetton={jetton} /> : null}
      <bdi className={styles.name}>{jetton?.identity.name}</bdi>
    </div>
  );
}

function useLookAlikeWarning(jetton: JettonDetails): string | undefined {
  const { data } = useQuery(verifiedJettons());
  return lookAlikeWarning(jetton, verifiedOriginals(data ?? []));
}

function LookAlikeBadge({ jetton }: { jetton: JettonDetails }) {
  return useLookAlikeWarning(jetton) === undefined ? null : <Badge tone="warn">Look-alike</Badge>;
}

function LookAlikeWarning({ jetton }: { jetton: JettonDetails }) {
  const warning = useLookAlikeWarning(jetton);
  return warning === undefined ? null : <bdi className={styles.warning}>{warning}</bdi>;
}
