import type { PoolModel } from './pool-model.ts';
import styles from './price-impact.module.css';
import { leftOutReason, type PoolNaming, poolText } from './price-impact-texts.ts';

interface Props {
  readonly pools: readonly PoolModel[];
  readonly naming: PoolNaming;
}

/** The pools that a calculation does not use, with the reasons. */
export function LeftOutPools({ pools, naming }: Props) {
  if (pools.length === 0) return null;
  return (
    <details className={styles.leftOut}>
      <summary>
        {pools.length} {pools.length === 1 ? 'pool' : 'pools'} left out
      </summary>
      <ul>
        {pools.map((pool) => (
          <li key={pool.market.poolAddress}>
            <bdi>{poolText(pool, naming)}</bdi>: {leftOutReason(pool)}
          </li>
        ))}
      </ul>
    </details>
  );
}
