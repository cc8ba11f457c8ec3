import type { ReactNode } from 'react';

/** Link to an external address from untrusted data. `href` must have been checked with `safeLink`. */
export function UntrustedLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
      {children}
    </a>
  );
}
