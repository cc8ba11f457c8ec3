import { parseUrl } from './parse-url.ts';

const IPFS = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{32,}(?:\/[^?#]*)?)$/;
const IPFS_GATEWAY = 'https://ipfs.io/ipfs/';
const MAX_LENGTH = 2048;
const NUMERIC_HOST = /^[\d.]+$|^\[/;

/**
 * Where a stranger's picture may be loaded from: public hosts over https (http is raised to it, as browsers do) and
 * ipfs through a gateway. Plain http and unnamed hosts only where they are the service's own: a picture must not
 * make the reader's browser ask its own network. No `data:`; addresses carry what they show, not a document.
 */
export function safeImageUrl(text: string, ownOrigins: readonly string[]): string | undefined {
  const trimmed = text.trim();
  const url = parseUrl(trimmed.replace(IPFS, `${IPFS_GATEWAY}$1`));
  if (!url || url.username || url.password || url.href.length > MAX_LENGTH) return undefined;
  if (ownOrigins.includes(url.origin)) return url.href;
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  return url.protocol === 'https:' && isPublicName(url.hostname) ? url.href : undefined;
}

function isPublicName(host: string): boolean {
  return (
    host.includes('.') && !NUMERIC_HOST.test(host) && !/\.(local|localhost|internal|lan|home)\.?$/.test(host)
  );
}
