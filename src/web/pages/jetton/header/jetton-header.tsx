import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { toUserFriendly } from '#contract/address.ts';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { explorerLink } from '#web/api/queries/queries.ts';
import { verifiedJettons } from '#web/api/queries/related-jettons.ts';
import button from '#web/components/controls/button.module.css';
import { WatchButton } from '#web/components/controls/watch-button.tsx';
import { AddressText } from '#web/components/display/address-text.tsx';
import { Badge } from '#web/components/display/badge.tsx';
import { JettonImage } from '#web/components/display/jetton-image.tsx';
import { UntrustedLink } from '#web/components/display/untrusted-link.tsx';
import { Verification } from '#web/components/display/verification.tsx';
import { lookAlikeWarning, verifiedOriginals } from '#web/lib/text/look-alike.ts';
import { HeaderPrice } from './header-price.tsx';
import styles from './jetton-header.module.css';
import { PriceChanges } from './price-changes.tsx';
import { QrButton } from './qr-button.tsx';
import { ShareButton } from './share-button.tsx';

interface Props {
  readonly address: string;
  /** Undefined while loading. */
  readonly jetton: JettonDetails | undefined;
}

export function JettonHeader({ address, jetton }: Props) {
  const friendly = toUserFriendly(address);
  const symbol = jetton?.identity.symbol ?? 'Jetton';
  return (
    <section className={styles.head} aria-label="Jetton">
      <title>{`${symbol} · Jetscope`}</title>
      <div className={styles.titleRow}>
        <JettonImage url={jetton?.identity.image} address={address} symbol={symbol} size={28} />
        <Names symbol={symbol} jetton={jetton} />
        <Links friendly={friendly} jetton={jetton} />
        <div className={styles.actions}>
          <WatchButton address={address} symbol={symbol} text="Watch" />
          <Link to="/compare" search={{ address: friendly }} className={button.button ?? ''}>
            Compare
          </Link>
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
      {jetton?.modifiedContract ? <Badge tone="danger">Modified contract</Badge> : null}
      {jetton ? <LookAlike jetton={jetton} /> : null}
      <bdi className={styles.name}>{jetton?.identity.name}</bdi>
    </div>
  );
}

/** Address, explorer link and the issuer's links. */
function Links({ friendly, jetton }: { friendly: string; jetton: JettonDetails | undefined }) {
  const explorer = useQuery(explorerLink(friendly)).data;
  return (
    <div className={styles.links}>
      <AddressText address={friendly} />
      <QrButton text={friendly} />
      {explorer ? <UntrustedLink href={explorer}>Explorer</UntrustedLink> : null}
      {jetton?.links.map(({ href, text }) => (
        <UntrustedLink key={href} href={href}>
          {text}
        </UntrustedLink>
      ))}
    </div>
  );
}

function LookAlike({ jetton }: { jetton: JettonDetails }) {
  const { data } = useQuery(verifiedJettons());
  const warning = lookAlikeWarning(jetton, verifiedOriginals(data ?? []));
  if (warning === undefined) return null;
  return (
    <>
      <Badge tone="warn">Look-alike</Badge>
      <bdi className={styles.warning}>{warning}</bdi>
    </>
  );
}
