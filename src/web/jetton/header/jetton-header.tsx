import { toUserFriendly } from '#contract/address.ts';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { useIsPhone } from '#web/kit/device/media.ts';
import { AddressText } from '#web/kit/display/address-text.tsx';
import { LookAlikeBadge, ModifiedBadge, Verification } from '#web/kit/display/badges.tsx';
import { JettonImage } from '#web/kit/display/jetton-image.tsx';
import { useVerifiedOriginals } from '#web/list/verified-originals.ts';
import { WatchButton } from '#web/list/watch-button.tsx';
import { lookAlikeWarning } from '#web/untrusted/look-alike.ts';
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
  const originals = useVerifiedOriginals(jetton !== undefined);
  const warning = jetton && lookAlikeWarning(jetton, originals);
  const warningText = warning === undefined ? null : <bdi className={styles.warning}>{warning}</bdi>;
  const image = <JettonImage url={jetton?.identity.image} address={address} symbol={symbol} size={28} />;
  if (isPhone) {
    return (
      <section className={styles.head} aria-label="Jetton">
        <title>{`${symbol} · Jetscope`}</title>
        <div className={styles.titleRow}>
          {image}
          <Names symbol={symbol} jetton={jetton} warning={warning} />
          <div className={styles.actions}>
            <WatchButton address={address} symbol={symbol} />
            <JettonMenu userFriendly={userFriendly} jetton={jetton} />
          </div>
        </div>
        <PhonePrice address={address} />
        {warningText}
      </section>
    );
  }
  return (
    <section className={styles.head} aria-label="Jetton">
      <title>{`${symbol} · Jetscope`}</title>
      <div className={styles.titleRow}>
        {image}
        <Names symbol={symbol} jetton={jetton} warning={warning} />
        {warningText}
        <div className={`${styles.links} text-links`}>
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

interface NamesProps {
  readonly symbol: string;
  readonly jetton: JettonDetails | undefined;
  readonly warning: string | undefined;
}

function Names({ symbol, jetton, warning }: NamesProps) {
  return (
    <div className={styles.names}>
      <h1 className={styles.symbol}>
        <bdi>{symbol}</bdi>
      </h1>
      {jetton ? <Verification status={jetton.verification} /> : null}
      {jetton?.modifiedContract ? <ModifiedBadge /> : null}
      <LookAlikeBadge warning={warning} />
      <bdi className={styles.name}>{jetton?.identity.name}</bdi>
    </div>
  );
}
