import type { VerificationStatus } from '#contract/enums.ts';
import { Deferred } from '#web/kit/display/deferred.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import styles from './price-impact.module.css';
import type { PriceImpactProps } from './price-impact-panel.tsx';

const PriceImpactPanel = lazyWithRetry(
  async () => (await import('./price-impact-panel.tsx')).PriceImpactPanel,
);

interface Props extends PriceImpactProps {
  readonly verification: VerificationStatus | undefined;
}

/** Calculator of a trade's price impact, except for scams. Its code is loaded after the page has rendered. */
export function PriceImpact({ verification, ...props }: Props) {
  return (
    <section className={styles.section} aria-label="Price impact">
      <h2>Price impact</h2>
      {verification === 'JVS_SCAM' ? (
        <p>Not estimated. A scam can prevent holders from selling.</p>
      ) : (
        <Deferred>
          <PriceImpactPanel {...props} />
        </Deferred>
      )}
    </section>
  );
}
