const MAX_LENGTH = 32;

/** Returns link text from the URL itself, because the name of an untrusted link may be misleading. */
export function linkText(href: string): string {
  const url = new URL(href);
  if (url.protocol === 'tg:') return 'Telegram';
  const host = url.hostname.replace(/^www\./, '');
  const path = url.pathname.replace(/\/$/, '');
  return host.length + path.length > MAX_LENGTH ? host : host + path;
}
