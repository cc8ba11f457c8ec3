import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { fullCoinName } from '#contract/native-coin.ts';
import { AlertButton } from '#web/alerts/alert-button.tsx';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { useJettonSearch } from '#web/chart/view/use-jetton-search.ts';
import control from '#web/kit/controls/controls.module.css';
import { ShareButton } from '#web/kit/controls/copyable-text.tsx';
import { MoreIcon, PopupButton } from '#web/kit/controls/popup-button.tsx';
import { useIsPhone } from '#web/kit/device/media.ts';
import { AddressText } from '#web/kit/display/address-text.tsx';
import { LookAlikeBadge, ModifiedBadge, Verification, WarningBadge } from '#web/kit/display/badges.tsx';
import { JettonImage } from '#web/kit/display/jetton-image.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { UntrustedLink } from '#web/kit/display/links.tsx';
import { explorerLink } from '#web/list/jetton-queries.ts';
import { useLookAlikeWarning } from '#web/list/related-jettons.ts';
import { WatchButton } from '#web/list/watch-button.tsx';
import { DEFAULT_CURRENCY } from '#web/money/currencies.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { HeaderPrice, PhonePrice } from './header-price.tsx';
import styles from './jetton-header.module.css';
import { PriceChanges } from './price-changes.tsx';

interface Props {
  readonly address: string;
  /** Undefined while loading. */
  readonly jetton: JettonDetails | undefined;
}

export function JettonHeader({ address, jetton }: Props) {
  const userFriendly = toUserFriendly(address);
  const symbol = jetton?.identity.symbol ?? 'Jetton';
  const isPhone = useIsPhone();
  const warning = useLookAlikeWarning(jetton);
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
            <AlertButton address={address} symbol={symbol} />
            <JettonMenu userFriendly={userFriendly} jetton={jetton} />
          </div>
        </div>
        <PhonePrice address={address} />
      </section>
    );
  }
  return (
    <section className={styles.head} aria-label="Jetton">
      <title>{`${symbol} · Jetscope`}</title>
      <div className={styles.titleRow}>
        {image}
        <Names symbol={symbol} jetton={jetton} warning={warning} />
        <div className={`${styles.links} text-links`}>
          <AddressText address={userFriendly} />
          <QrButton text={userFriendly} />
          <JettonLinks userFriendly={userFriendly} jetton={jetton} />
        </div>
        <div className={styles.actions}>
          <WatchButton address={address} symbol={symbol} text="Watch" />
          <AlertButton address={address} symbol={symbol} />
          <CompareLink userFriendly={userFriendly} />
          <ShareButton />
        </div>
      </div>
      <div className={styles.figures}>
        <HeaderPrice address={address} />
        <PriceChanges address={address} />
      </div>
      <LookAlikeText warning={warning} />
    </section>
  );
}

/**
 * What the jetton imitates. Loaded late, so it stands where it moves nothing in the window: in the margin of the header, on phones
 * below the price.
 */
export function LookAlikeText({ warning }: { warning: string | undefined }) {
  return warning === undefined ? null : <bdi className={styles.warning}>{warning}</bdi>;
}

interface NamesProps {
  readonly symbol: string;
  readonly jetton: JettonDetails | undefined;
  readonly warning: string | undefined;
}

function Names({ symbol, jetton, warning }: NamesProps) {
  // On phones, there is one line, and the banner above says that it is a scam.
  const isPhone = useIsPhone();
  const isBadgeShown = !isPhone || jetton?.verification !== 'JVS_SCAM';
  return (
    <div className={styles.names}>
      <h1 className={styles.symbol}>
        <bdi translate="no">{symbol}</bdi>
      </h1>
      {jetton && isBadgeShown ? <Verification status={jetton.verification} /> : null}
      {jetton?.modifiedContract ? <ModifiedBadge /> : null}
      <WarningBadge warnings={jetton?.warnings} />
      <LookAlikeBadge warning={warning} />
      <bdi className={styles.name} translate="no">
        {jetton?.identity.name}
      </bdi>
    </div>
  );
}

/** The native coin is not a jetton: the service has no data about it except its price. */
export function NativeCoinHeader() {
  const { symbol } = nativeCoin;
  return (
    <section className={styles.head} aria-label={symbol}>
      <title>{`${symbol} · Jetscope`}</title>
      <div className={styles.titleRow}>
        <JettonImage url={undefined} address={TON_ADDRESS} symbol={symbol} size={28} />
        <div className={styles.names}>
          <h1 className={styles.symbol} translate="no">
            {symbol}
          </h1>
          <span className="muted">{fullCoinName(nativeCoin)}</span>
        </div>
        <div className={styles.actions}>
          <ShareButton />
        </div>
      </div>
      <HeaderPrice address={TON_ADDRESS} />
      <p className="muted text-links">
        The native coin of TON: it has no contract, admin or trust score. Its markets are listed on the pages
        of the jettons traded against it. <Link to="/">All jettons</Link>
      </p>
    </section>
  );
}

const QrCode = lazyWithRetry(async () => (await import('./qr-code.tsx')).QrCode);

interface JettonMenuProps {
  readonly userFriendly: string;
  /** Undefined while loading. */
  readonly jetton: JettonDetails | undefined;
}

/** For phones: the actions, links and address that do not fit the header. */
function JettonMenu({ userFriendly, jetton }: JettonMenuProps) {
  return (
    <PopupButton label="Jetton menu" icon={<MoreIcon />} hidesLabel bare>
      <div className="halves">
        <CompareLink userFriendly={userFriendly} />
        <ShareButton />
      </div>
      <div className={`${styles.links} text-links`}>
        <AddressText address={userFriendly} />
        <JettonLinks userFriendly={userFriendly} jetton={jetton} />
      </div>
      <QrCode text={userFriendly} />
    </PopupButton>
  );
}

interface JettonLinksProps {
  readonly userFriendly: string;
  /** Undefined while loading. */
  readonly jetton: JettonDetails | undefined;
}

/** Links to the explorer, if one is configured, and those of the issuer. */
function JettonLinks({ userFriendly, jetton }: JettonLinksProps) {
  const explorer = useQuery(explorerLink(userFriendly)).data;
  return (
    <>
      {explorer ? <UntrustedLink href={explorer}>Explorer</UntrustedLink> : null}
      {jetton?.links.map(({ href, text }) => (
        <UntrustedLink key={href} href={href}>
          {text}
        </UntrustedLink>
      ))}
    </>
  );
}

/** Opens the comparison with the jetton in it, in the currency of the page. */
function CompareLink({ userFriendly }: Pick<JettonLinksProps, 'userFriendly'>) {
  const { currency } = useJettonSearch();
  const search = { address: userFriendly, ...(currency === DEFAULT_CURRENCY ? {} : { currency }) };
  return (
    <Link to="/compare" search={search} className={control.button}>
      Compare
    </Link>
  );
}

/** Shows the address as a QR code. */
function QrButton({ text }: { text: string }) {
  return (
    <PopupButton label="QR code" bare>
      <QrCode text={text} />
    </PopupButton>
  );
}
