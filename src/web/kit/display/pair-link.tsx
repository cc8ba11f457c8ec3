import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import { LookAlikeBadge } from './look-alike-badge.tsx';
import styles from './pair-link.module.css';

interface Props {
  readonly address: string;
  readonly poolAddress: string;
  /** Look-alike warning, if any. */
  readonly warning: string | undefined;
  /** The pair. It is truncated before the badge is. */
  readonly children: ReactNode;
}

/** Link to a pool with the look-alike badge of its quote. */
export function PairLink({ address, poolAddress, warning, children }: Props) {
  return (
    <span className={styles.pair}>
      <Link
        to="/jetton/$address/pool/$poolAddress"
        params={{ address: toUserFriendly(address), poolAddress: toUserFriendly(poolAddress) }}
      >
        {children}
      </Link>
      <LookAlikeBadge warning={warning} />
    </span>
  );
}
