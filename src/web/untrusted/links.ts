const SCHEMES = ['http:', 'https:', 'tg:'];
const MAX_URL_LENGTH = 2048;

/** Returns an untrusted link if it is safe to follow: http, https or tg, without credentials. */
export function safeLink(text: string): string | undefined {
  const url = parseUrl(text.trim());
  if (!url || !SCHEMES.includes(url.protocol) || url.username || url.password) return undefined;
  return url.href.length <= MAX_URL_LENGTH ? url.href : undefined;
}

const IPFS = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{32,}(?:\/[^?#]*)?)$/;
const IPFS_GATEWAY = 'https://ipfs.io/ipfs/';
const NUMERIC_HOST = /^[\d.]+$|^\[/;

/**
 * Returns the URL of an untrusted image, or undefined if it is not safe to load. Allows public hosts over https, upgrades http
 * to https and loads ipfs through a gateway. Allows plain http and non-public hosts only for trusted origins, so that images
 * cannot send requests to the user's local network. Rejects `data:` URLs.
 */
export function safeImageUrl(text: string, trustedOrigins: readonly string[]): string | undefined {
  const trimmed = text.trim();
  const url = parseUrl(trimmed.replace(IPFS, `${IPFS_GATEWAY}$1`));
  if (!url || url.username || url.password || url.href.length > MAX_URL_LENGTH) return undefined;
  if (trustedOrigins.includes(url.origin)) return url.href;
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  return url.protocol === 'https:' && isPublicHost(url.hostname) ? url.href : undefined;
}

const LOCAL_HOST = /\.(local|localhost|internal|intranet|corp|lan|home|home\.arpa)$/;

function isPublicHost(hostname: string): boolean {
  // Names that end with a dot are absolute, but the same.
  const host = hostname.replace(/\.$/, '');
  return host.includes('.') && !NUMERIC_HOST.test(host) && !LOCAL_HOST.test(host);
}

const MAX_TEXT_LENGTH = 32;

/** Returns link text from the URL itself, because the name of an untrusted link may be misleading. */
export function linkText(href: string): string {
  const url = new URL(href);
  if (url.protocol === 'tg:') return 'Telegram';
  const host = url.hostname.replace(/^www\./, '');
  const path = url.pathname.replace(/\/$/, '');
  return host.length + path.length > MAX_TEXT_LENGTH ? host : host + path;
}

/** What the template of a link to an explorer contains. */
export type ExplorerPlaceholder = '{address}' | '{hash}';

/** Returns whether the template is an https URL whose path, query or fragment contains the value. The host must not depend on it. */
export function isExplorerTemplate(text: string, placeholder: ExplorerPlaceholder): boolean {
  const first = parseUrl(fillExplorerTemplate(text, placeholder, 'one'));
  const second = parseUrl(fillExplorerTemplate(text, placeholder, 'other'));
  if (!first || !second) return false;
  return (
    first.protocol === 'https:' &&
    first.username === '' &&
    first.host === second.host &&
    first.href !== second.href
  );
}

/** Returns the template with every placeholder replaced by the URL-encoded value. */
export function fillExplorerTemplate(
  template: string,
  placeholder: ExplorerPlaceholder,
  value: string,
): string {
  return template.replaceAll(placeholder, encodeURIComponent(value));
}

/** Returns undefined for an invalid URL. Replaces `URL.parse`, which Node 20 does not have. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
