import { Link } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import { LookAlikeBadge } from './badges.tsx';

interface JettonProps extends Pick<ComponentProps<'a'>, 'className' | 'title' | 'translate' | 'children'> {
  /** Raw address. */
  readonly address: string;
}

/** Link to the page of a jetton. */
export function JettonLink({ address, ...props }: JettonProps) {
  return <Link to="/jetton/$address" params={{ address: toUserFriendly(address) }} {...props} />;
}

interface PoolProps extends JettonProps {
  /** Raw address. */
  readonly poolAddress: string;
}

/** Link to the page of a pool, as a market of a jetton. */
export function PoolLink({ address, poolAddress, ...props }: PoolProps) {
  const params = { address: toUserFriendly(address), poolAddress: toUserFriendly(poolAddress) };
  return <Link to="/jetton/$address/pool/$poolAddress" params={params} {...props} />;
}

interface PairProps extends Pick<PoolProps, 'address' | 'poolAddress'> {
  /** Look-alike warning, if any. */
  readonly warning: string | undefined;
  /** The pair. It is truncated before the badge is. */
  readonly children: ReactNode;
}

/** Link to a pool with the look-alike badge of its quote. */
export function PairLink({ warning, ...pool }: PairProps) {
  return (
    <span className="row">
      <PoolLink className="ellipsis" {...pool} />
      <LookAlikeBadge warning={warning} />
    </span>
  );
}

/** Link to an external address from untrusted data. `href` must have been checked with `safeLink`. */
export function UntrustedLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
      {children}
    </a>
  );
}

/**
 * Sets the page's canonical link. Keeps the link that the server has written into the first page, with its configured
 * origin, for clients that do not run scripts.
 */
export function CanonicalLink({ path }: { path: string }) {
  useEffect(() => {
    const existing = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    const link = existing ?? document.createElement('link');
    link.rel = 'canonical';
    if (!link.href.endsWith(path)) link.href = location.origin + path;
    if (!existing) document.head.append(link);
    return () => link.remove();
  }, [path]);
  return null;
}
