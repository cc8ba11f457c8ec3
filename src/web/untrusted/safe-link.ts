import { parseUrl } from './parse-url.ts';

const SCHEMES = ['http:', 'https:', 'tg:'];
const MAX_LENGTH = 2048;

/** Returns an untrusted link if it is safe to follow: http, https or tg, without credentials. */
export function safeLink(text: string): string | undefined {
  const url = parseUrl(text.trim());
  if (!url || !SCHEMES.includes(url.protocol) || url.username || url.password) return undefined;
  return url.href.length <= MAX_LENGTH ? url.href : undefined;
}
