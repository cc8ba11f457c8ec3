import { useEffect } from 'react';

/**
 * Sets the page's canonical link. On the page opened first the server has already written the link, with its configured
 * origin, for clients that do not run scripts; that link is kept.
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
