import { parseUrl } from './parse-url.ts';

const IPFS = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{32,}(?:\/[^?#]*)?)$/;
const IPFS_GATEWAY = 'https://ipfs.io/ipfs/';
const MAX_LENGTH = 2048;
const NUMERIC_HOST = /^[\d.]+$|^\[/;

/**
 * Returns the URL of an untrusted image, or undefined if it is not safe to load. Allows public hosts over https, upgrades http
 * to https and loads ipfs through a gateway. Allows plain http and non-public hosts only for trusted origins, so that images
 * cannot send requests to the user's local network. Rejects `data:` URLs.
 */
export function safeImageUrl(text: string, trustedOrigins: readonly string[]): string | undefined {
  const trimmed = text.trim();
  const url = parseUrl(trimmed.replace(IPFS, `${IPFS_GATEWAY}$1`));
  if (!url || url.username || url.password || url.href.length > MAX_LENGTH) return undefined;
  if (trustedOrigins.includes(url.origin)) return url.href;
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  return url.protocol === 'https:' && isPublicHost(url.hostname) ? url.href : undefined;
}

function isPublicHost(host: string): boolean {
  return (
    host.includes('.') && !NUMERIC_HOST.test(host) && !/\.(local|localhost|internal|lan|home)\.?$/.test(host)
  );
}
