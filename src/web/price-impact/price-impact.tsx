import { lazyWithRetry } from '#web/components/feedback/lazy-with-retry.tsx';
import styles from './price-impact.module.css';
import type { PriceImpactProps } from './price-impact-panel.tsx';

const PriceImpactPanel = lazyWithRetry(
  async () => (await import('./price-impact-panel.tsx')).PriceImpactPanel,
);

/** Calculator of a trade's price impact. Its code is loaded after the page has rendered. */
export function PriceImpact(props: PriceImpactProps) {
  return (
    <section className={styles.section} aria-label="Price impact">
      <h2>Price impact</h2>
      <PriceImpactPanel {...props} />
    </section>
  );
}
