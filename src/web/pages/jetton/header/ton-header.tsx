import { Link } from '@tanstack/react-router';
import { TON_ADDRESS } from '#contract/address.ts';
import { JettonImage } from '#web/components/display/jetton-image.tsx';
import { HeadPrice } from './header-price.tsx';
import styles from './jetton-header.module.css';
import { ShareButton } from './share-button.tsx';

/** TON is no jetton: beside its price, nothing that the service counts belongs to it. */
export function TonHead() {
  return (
    <section className={styles.head} aria-label="TON">
      <title>TON · Jetscope</title>
      <div className={styles.title}>
        <JettonImage url={undefined} address={TON_ADDRESS} symbol="TON" size={28} />
        <div className={styles.names}>
          <h1 className={styles.symbol}>TON</h1>
          <span className={styles.name}>Toncoin</span>
        </div>
        <div className={styles.actions}>
          <ShareButton />
        </div>
      </div>
      <HeadPrice address={TON_ADDRESS} />
      <p className={styles.name}>
        The coin of the chain itself: it has no contract, no admin and no trust score. Its markets are on the
        pages of the jettons that are traded for it. <Link to="/">All jettons</Link>
      </p>
    </section>
  );
}
