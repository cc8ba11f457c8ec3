import { useEffect } from 'react';

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
