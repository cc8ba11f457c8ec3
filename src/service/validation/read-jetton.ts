import { type RawAddress, REVOKED_ADMIN, TON_ADDRESS } from '#contract/address.ts';
import { type VerificationStatus, verificationStatuses } from '#contract/enums.ts';
import type { LinkType } from '#contract/jetton.ts';
import { SOURCE_ID, type WarningKind, warningKinds } from '#contract/jetton-warnings.ts';
import type { Link, NewJetton } from '#service/store/rows.ts';
import { BadValueError } from './bad-value-error.ts';
import { type Fields, toFields } from './fields.ts';
import { MAX_LINK_LENGTH } from './limits.ts';
import {
  readAddress,
  readInt64,
  readInteger,
  readPositiveInteger,
  readSmallInteger,
  readTime,
  storableText,
} from './values.ts';

const DEFAULT_DECIMALS = 9;
const MAX_DECIMALS = 255;

/** Reads the address of a jetton. Throws BadValueError. */
export function readJettonAddress(fields: Fields): RawAddress {
  const address = fields.required('address', readAddress);
  if (address === TON_ADDRESS) throw new BadValueError('address must not be that of the native coin');
  return address;
}

/** Reads all fields of a jetton. Throws BadValueError. */
export function readJetton(address: RawAddress, fields: Fields): Omit<NewJetton, 'id'> {
  return {
    address,
    name: fields.text('name') ?? '',
    symbol: fields.text('symbol') ?? '',
    decimals: fields.optional('decimals', readDecimals) ?? DEFAULT_DECIMALS,
    image: fields.text('image'),
    description: fields.text('description'),
    offchainImage: fields.text('image', 'offchainImage'),
    offchainDescription: fields.text('description', 'offchainDescription'),
    links: readLinks(fields),
    admin: readAdmin(fields, 'admin'),
    offchainAdmin: fields.optional('offchainAdmin', readAddress),
    totalSupply: fields.optional('totalSupply', readInteger),
    circulatingSupply: fields.optional('circulatingSupply', readInteger),
    mintable: fields.boolean('mintable'),
    modifiedContract: fields.boolean('modifiedContract'),
    verification: fields.optional('verification', readVerification) ?? 'JVS_NONE',
    createdAt: fields.optional('createdAt', readTime),
    holdersCount: fields.optional('holdersCount', readInt64),
    holdersChangedAt: fields.optional('holdersChangedAt', readTime),
    trustScore: fields.optional('trustScore', (field, text) => readSmallInteger(field, text, 100)),
    trustScoreUpdatedAt: fields.optional('trustScoreUpdatedAt', readTime),
  };
}

/** Reads the address of an admin. An empty one is revoked, like the zero address, which nobody owns. */
export function readAdmin(fields: Fields, name: string): RawAddress | undefined {
  if (fields.isEmpty(name, '')) return REVOKED_ADMIN;
  const address = fields.optional(name, readAddress);
  return address === TON_ADDRESS ? REVOKED_ADMIN : address;
}

export function readDecimals(name: string, text: string): number {
  return readSmallInteger(name, text, MAX_DECIMALS);
}

function readVerification(name: string, text: string): VerificationStatus {
  const status = verificationStatuses.find((candidate) => candidate === text.trim());
  if (status === undefined) throw new BadValueError(`${name} is not a valid verification status`, text);
  return status;
}

export interface SourceWarnings {
  readonly source: string;
  readonly warnings: readonly WarningKind[];
}

/** More sources than anyone reads. */
const MAX_SOURCES = 20;

/** Reads `warnings`: an array of `{"source": "stonfi", "kinds": ["honeypot"]}`. Throws BadValueError. */
export function readWarnings(fields: Fields): SourceWarnings[] {
  const items = fields.array('warnings') ?? [];
  if (items.length > MAX_SOURCES) throw new BadValueError(`warnings has more than ${MAX_SOURCES} sources`);
  const warnings = items.map((item) => {
    const entry = toFields(item, 'an item of warnings');
    const source = entry.required('source', readSource);
    return { source, warnings: [...new Set(entry.requiredArray('kinds').map(readWarningKind))] };
  });
  return Array.from(new Map(warnings.map((item) => [item.source, item])).values());
}

function readSource(name: string, text: string): string {
  if (SOURCE_ID.test(text)) return text;
  throw new BadValueError(`${name} must consist of up to 40 lowercase letters, digits, dots, _ and -`, text);
}

function readWarningKind(value: unknown): WarningKind {
  const kind = warningKinds.find((candidate) => candidate === value);
  if (kind === undefined) throw new BadValueError(`kinds must be of ${warningKinds.join(', ')}`, value);
  return kind;
}

export interface SourceMultiplier {
  readonly source: string;
  readonly since: Date;
  /** Undefined if the source states that amounts are scaled, but not by what. */
  readonly numerator: string | undefined;
  readonly denominator: string | undefined;
}

/** Reads `multipliers`, with which wallets display amounts: one per source and time. Throws BadValueError. */
export function readMultipliers(fields: Fields): SourceMultiplier[] {
  const multipliers = (fields.array('multipliers') ?? []).map((item) => {
    const entry = toFields(item, 'an item of multipliers');
    return {
      source: entry.required('source', readSource),
      since: entry.required('since', readTime),
      numerator: entry.optional('numerator', readPositiveInteger),
      denominator: entry.optional('denominator', readPositiveInteger),
    };
  });
  if (
    multipliers.some(
      ({ numerator, denominator }) => (numerator === undefined) !== (denominator === undefined),
    )
  )
    throw new BadValueError('multipliers must have both numerator and denominator, or neither');
  return Array.from(
    new Map(multipliers.map((item) => [`${item.source} ${item.since.toISOString()}`, item])).values(),
  );
}

/**
 * Reads `websites` and `social`. Skips texts that are not links: manually edited lists often contain "-" and incomplete
 * addresses.
 */
export function readLinks(fields: Fields): Link[] {
  const links = [...fields.links('websites'), ...fields.links('social')].map(readLink);
  return Array.from(new Map(links.flatMap((link) => (link ? [[link.url, link] as const] : []))).values());
}

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
