import type { ReactNode } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import { shortAddress } from '#web/lib/short-address.ts';
import styles from './compare-page.module.css';

interface Props {
  readonly text: string;
  readonly addresses: readonly string[];
  readonly children?: ReactNode;
}

/** Something that some addresses have in common, which are named. */
export function NamedNote({ text, addresses, children }: Props) {
  if (addresses.length === 0) return null;
  return (
    <p className={styles.note} role="status">
      <span>
        {text}{' '}
        {addresses.map(toUserFriendly).map((address, index) => (
          <span key={address}>
            {index > 0 ? ', ' : null}
            <code title={address}>{shortAddress(address)}</code>
          </span>
        ))}
      </span>
      {children}
    </p>
  );
}
