import { useEffect } from 'react';

/**
 * The page's one link. Of the page that was opened first the service has written it, for programs that run no scripts:
 * that one stays, in the name that the service goes by.
 */
export function CanonicalLink({ path }: { path: string }) {
  useEffect(() => {
    const known = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    const link = known ?? document.createElement('link');
    link.rel = 'canonical';
    if (!link.href.endsWith(path)) link.href = location.origin + path;
    if (!known) document.head.append(link);
    return () => link.remove();
  }, [path]);
  return null;
}
