import { Link } from '@tanstack/react-router';
import { TON_ADDRESS } from '#contract/address.ts';
import { JettonImage } from '#web/components/display/jetton-image.tsx';
import { HeaderPrice } from './header-price.tsx';
import styles from './jetton-header.module.css';
import { ShareButton } from './share-button.tsx';

/** TON is not a jetton: the service has no data about it except its price. */
export function TonHeader() {
  return (
    <section className={styles.head} aria-label="TON">
      <title>TON · Jetscope</title>
      <div className={styles.titleRow}>
        <JettonImage url={undefined} address={TON_ADDRESS} symbol="TON" size={28} />
        <div className={styles.names}>
          <h1 className={styles.symbol}>TON</h1>
          <span className={styles.name}>Toncoin</span>
        </div>
        <div className={styles.actions}>
          <ShareButton />
        </div>
      </div>
      <HeaderPrice address={TON_ADDRESS} />
      <p className={styles.name}>
        The native coin of the blockchain: it has no contract, admin or trust score. Its markets are listed on
        the pages of the jettons traded against it. <Link to="/">All jettons</Link>
      </p>
    </section>
  );
}
