import { Link } from '@tanstack/react-router';
import { TON_ADDRESS } from '#contract/address.ts';
import { fullCoinName } from '#contract/native-coin.ts';
import { JettonImage } from '#web/kit/display/jetton-image.tsx';
import { nativeCoin } from '#web/money/native-coin.ts';
import { HeaderPrice } from './header-price.tsx';
import styles from './jetton-header.module.css';
import { ShareButton } from './share-button.tsx';

/** The native coin is not a jetton: the service has no data about it except its price. */
export function NativeCoinHeader() {
  const { symbol } = nativeCoin;
  return (
    <section className={styles.head} aria-label={symbol}>
      <title>{`${symbol} · Jetscope`}</title>
      <div className={styles.titleRow}>
        <JettonImage url={undefined} address={TON_ADDRESS} symbol={symbol} size={28} />
        <div className={styles.names}>
          <h1 className={styles.symbol}>{symbol}</h1>
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
