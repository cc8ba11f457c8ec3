import type { ReactNode } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import { Banner } from './banner.tsx';

interface Props {
  readonly text: string;
  readonly addresses: readonly string[];
  /** So many are named, the others counted. */
  readonly most?: number;
  /** What can be done about them. */
  readonly children?: ReactNode;
}

/** Says something of addresses, the first of which it names; nothing where there are none. */
export function AddressBanner({ text, addresses, most, children }: Props) {
  if (addresses.length === 0) return null;
  const named = addresses.slice(0, most).map(toUserFriendly);
  const rest = addresses.length - named.length;
  return (
    <Banner>
      <span>
        {text}{' '}
        {named.map((address, index) => (
          <span key={address}>
            {index > 0 ? ', ' : null}
            <code title={address}>{shortenAddress(address)}</code>
          </span>
        ))}
        {rest > 0 ? ` and ${rest} more addresses` : null}
      </span>
      {children}
    </Banner>
  );
}
