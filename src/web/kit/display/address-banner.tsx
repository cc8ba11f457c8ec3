import type { ReactNode } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { Banner } from './banner.tsx';

interface Props {
  readonly text: string;
  readonly addresses: readonly string[];
  /** How many addresses to list; the others are counted. */
  readonly limit?: number;
  /** Actions. */
  readonly children?: ReactNode;
}

/** Banner of `text` followed by a list of addresses. Renders nothing if the list is empty. */
export function AddressBanner({ text, addresses, limit, children }: Props) {
  if (addresses.length === 0) return null;
  const listed = addresses.slice(0, limit).map(toUserFriendly);
  const rest = addresses.length - listed.length;
  return (
    <Banner>
      <span>
        <span>{text}</span>{' '}
        {listed.map((address, index) => (
          <span key={address} translate="no">
            {index > 0 ? ', ' : null}
            <code title={address}>{shortenAddress(address)}</code>
          </span>
        ))}
        <span>{rest > 0 ? ` and ${rest} more addresses` : ''}</span>
      </span>
      {children}
    </Banner>
  );
}
