import { parseUrl } from './parse-url.ts';

const SCHEMES = ['http:', 'https:', 'tg:'];
const MAX_LENGTH = 2048;

/** A stranger's link where it may be followed: http, https and tg, without a user's name in front of the host. */
export function safeLink(text: string): string | undefined {
  const url = parseUrl(text.trim());
  if (!url || !SCHEMES.includes(url.protocol) || url.username || url.password) return undefined;
  return url.href.length <= MAX_LENGTH ? url.href : undefined;
}
