import type { LinkType } from '#contract/jetton.ts';
import type { Link } from '#service/store/jetton-row.ts';
import { MAX_LINK_LENGTH } from './limits.ts';
import { storableText } from './storable-text.ts';

/** Hosts, including subdomains, of each link type. `handles`: the path starts with a user or project name. */
const services: readonly { type: LinkType; hosts: readonly string[]; handles: boolean }[] = [
  { type: 'telegram', hosts: ['t.me', 'telegram.me', 'telegram.dog', 'telegram.org'], handles: true },
  { type: 'x', hosts: ['x.com', 'twitter.com'], handles: true },
  { type: 'github', hosts: ['github.com'], handles: true },
  { type: 'discord', hosts: ['discord.gg', 'discord.com'], handles: false },
  { type: 'youtube', hosts: ['youtube.com', 'youtu.be'], handles: false },
  { type: 'instagram', hosts: ['instagram.com'], handles: true },
  { type: 'tiktok', hosts: ['tiktok.com'], handles: true },
  { type: 'medium', hosts: ['medium.com'], handles: false },
  { type: 'facebook', hosts: ['facebook.com', 'fb.com', 'fb.me'], handles: false },
  { type: 'vk', hosts: ['vk.com', 'vk.ru'], handles: true },
  { type: 'reddit', hosts: ['reddit.com'], handles: false },
];

/**
 * Parses a link; undefined if the text is not an http, https or tg link. Tolerates common mistakes of manually edited
 * lists: a missing scheme and surrounding angle brackets and spaces.
 */
export function readLink(text: string): Link | undefined {
  const trimmed = text
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .trim();
  const full = /^[\w-]+(\.[\w-]+)+(?=[/?#:]|$)/.test(trimmed) ? `https://${trimmed}` : trimmed;
  if (full.length > MAX_LINK_LENGTH || /[\s\p{Cc}]/u.test(full) || !URL.canParse(full)) return undefined;
  const url = new URL(full);
  if (url.protocol === 'tg:') return { name: telegramName(url), url: full, type: 'telegram' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const host = url.hostname.replace(/^www\./, '');
  const service = services.find(({ hosts }) =>
    hosts.some((domain) => host === domain || host.endsWith(`.${domain}`)),
  );
  const handle = service?.handles ? findHandle(url) : undefined;
  return { name: handle ?? host, url: full, type: service?.type ?? 'website' };
}

// Decoding %00 results in a NUL character, which PostgreSQL cannot store.
function telegramName(url: URL): string {
  return storableText(url.searchParams.get('domain') ?? 'Telegram');
}

function findHandle(url: URL): string | undefined {
  const [, first = ''] = url.pathname.split('/');
  return /^@?[\w.-]{2,64}$/.test(first) ? first : undefined;
}
