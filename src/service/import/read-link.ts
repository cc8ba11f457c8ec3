import type { LinkType } from '#contract/jetton.ts';
import type { Link } from '#service/store/new-jetton.ts';
import { MAX_LINK_LENGTH } from './limits.ts';
import { storableText } from './storable-text.ts';

/** Hosts, with everything under them, of links that are more than a website; `handles`: the path starts with a name. */
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
 * A link as the service serves it, or undefined where the text is none. Lists written by hand leave out the scheme and
 * put angle brackets and spaces around; those are mended.
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
    hosts.some((known) => host === known || host.endsWith(`.${known}`)),
  );
  const handle = service?.handles ? findHandle(url) : undefined;
  return { name: handle ?? host, url: full, type: service?.type ?? 'website' };
}

// Decoding %00 brings back what the text itself must not have.
function telegramName(url: URL): string {
  return storableText(url.searchParams.get('domain') ?? 'Telegram');
}

function findHandle(url: URL): string | undefined {
  const [, first = ''] = url.pathname.split('/');
  return /^@?[\w.-]{2,64}$/.test(first) ? first : undefined;
}
