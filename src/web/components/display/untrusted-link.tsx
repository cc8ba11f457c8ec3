import type { ReactNode } from 'react';

/** A link out of the page, to where strangers or the settings say; `href` is already checked: `safeLink`. */
export function UntrustedLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
      {children}
    </a>
  );
}
