import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import type { PoolModel } from './pool-model.ts';
import styles from './price-impact.module.css';
import { type PoolNaming, poolText, shareText } from './price-impact-texts.ts';
import type { TradeOutcome } from './trade.ts';

interface Props {
  readonly address: string;
  readonly parts: TradeOutcome['parts'];
  /** The pools that the parts refer to. */
  readonly pools: readonly PoolModel[];
  readonly naming: PoolNaming;
}

/** Number of parts that are listed individually. */
const MAX_PARTS = 5;

/** The pools of a split with their shares of the jettons. */
export function TradeParts({ address, parts, pools, naming }: Props) {
  const others = parts.slice(MAX_PARTS);
  const othersShare = others.reduce((sum, { share }) => sum + share, 0);
  return (
    <dl className={styles.facts} aria-label="Split">
      {parts.slice(0, MAX_PARTS).map(({ index, share }) => {
        const pool = pools[index];
        return pool ? (
          <Part key={pool.market.poolAddress} share={share}>
            <Link
              to="/jetton/$address/pool/$poolAddress"
              params={{
                address: toUserFriendly(address),
                poolAddress: toUserFriendly(pool.market.poolAddress),
              }}
            >
              <bdi>{poolText(pool, naming)}</bdi>
            </Link>
          </Part>
        ) : null;
      })}
      {others.length > 0 ? (
        <Part share={othersShare}>
          {others.length} other {others.length === 1 ? 'pool' : 'pools'}
        </Part>
      ) : null}
    </dl>
  );
}

function Part({ share, children }: { readonly share: number; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{children}</dt>
      <dd>{shareText(share)}</dd>
    </div>
  );
}
