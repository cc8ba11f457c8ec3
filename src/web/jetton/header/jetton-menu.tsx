import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { MoreIcon } from '#web/kit/controls/more-icon.tsx';
import { PopupButton } from '#web/kit/controls/popup-button.tsx';
import { AddressText } from '#web/kit/display/address-text.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import styles from './jetton-header.module.css';
import { CompareLink, JettonLinks } from './jetton-links.tsx';
import { ShareButton } from './share-button.tsx';

const QrCode = lazyWithRetry(async () => (await import('./qr-code.tsx')).QrCode);

interface Props {
  readonly userFriendly: string;
  /** Undefined while loading. */
  readonly jetton: JettonDetails | undefined;
}

/** For phones: the actions, links and address that do not fit the header. */
export function JettonMenu({ userFriendly, jetton }: Props) {
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
