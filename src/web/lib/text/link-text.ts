const MAX_LENGTH = 32;

/** Where a link leads, in its own words: the name that a stranger gave it may say anything. */
export function linkText(href: string): string {
  const url = new URL(href);
  if (url.protocol === 'tg:') return 'Telegram';
  const host = url.hostname.replace(/^www\./, '');
  const path = url.pathname.replace(/\/$/, '');
  return host.length + path.length > MAX_LENGTH ? host : host + path;
}
