import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import {
  type FeedKind,
  feedKinds,
  type holderFeedKinds,
  type metadataFeedKinds,
  swapFeedKinds,
} from '#contract/status.ts';
import {
  type Environment,
  parseBaseUrl,
  readJsonArrayFile,
  requireDistinct,
  SettingError,
} from './setting-values.ts';

export type SwapKind = (typeof swapFeedKinds)[number];
export type MetadataKind = (typeof metadataFeedKinds)[number];
export type HolderFeedKind = (typeof holderFeedKinds)[number];

/** A configured feed, with defaults applied. */
export interface FeedConfig {
  /** Identifies the feed, its state in the store and its pools. */
  readonly name: string;
  readonly kind: FeedKind;
  /** Base URL of the source without a trailing slash; for `ndjson`, the absolute path of a file. */
  readonly url: string;
  /** Base URL of the list of pools; only for `dedust`. */
  readonly poolsUrl?: string;
  /** Exchange of the pools. Undefined for kinds without pools, and for `ndjson`, where records have their own. */
  readonly exchange: string | undefined;
  /** Where the history starts. Undefined for the default, 61 days before the feed first runs. */
  readonly from: Date | undefined;
  /** Requests per second. */
  readonly rate: number;
  /** API key, if `keyEnv` is given. */
  readonly key: string | undefined;
}

interface KindDefaults {
  readonly url?: string;
  readonly poolsUrl?: string;
  readonly exchange?: string;
  readonly rate: number;
}

/** Public sources, and the rates that they allow without a key. */
const kindDefaults: Readonly<Record<FeedKind, KindDefaults>> = {
  stonfi: { url: 'https://api.ston.fi', exchange: 'stonfi', rate: 1 },
  dedust: {
    url: 'https://api.dedust.io',
    poolsUrl: 'https://mainnet.api.dedust.io',
    exchange: 'dedust',
    rate: 5,
  },
  dexscreener: { rate: 1 },
  ndjson: { rate: 1000 },
  toncenter: { url: 'https://toncenter.com', rate: 1 },
  tonapi: { url: 'https://tonapi.io', rate: 0.25 },
  'toncenter-holders': { url: 'https://toncenter.com', rate: 1 },
  'tonapi-holders': { url: 'https://tonapi.io', rate: 0.25 },
  fx: { url: 'https://cdn.jsdelivr.net', rate: 1 },
};

const NAME = /^[a-z0-9][a-z0-9._-]{0,39}$/;
const NAME_FORMAT =
  'must be 1 to 40 lowercase letters, digits, ".", "_" and "-", starting with a letter or digit';

const entry = z.strictObject({
  name: z.string().check(z.regex(NAME)),
  kind: z.enum(feedKinds),
  url: z.optional(z.string().check(z.minLength(1), z.maxLength(2048))),
  poolsUrl: z.optional(z.string().check(z.minLength(1), z.maxLength(2048))),
  exchange: z.optional(z.string().check(z.minLength(1))),
  from: z.optional(z.iso.datetime({ offset: true })),
  rate: z.optional(z.number().check(z.gt(0), z.lte(10_000))),
  keyEnv: z.optional(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/))),
});
type Entry = z.infer<typeof entry>;

const fieldErrors: Readonly<Record<string, string>> = {
  name: `"name" ${NAME_FORMAT}`,
  kind: `"kind" must be one of ${feedKinds.join(', ')}`,
  url: '"url" must be a string',
  poolsUrl: '"poolsUrl" must be a string',
  exchange: '"exchange" must be an exchange ID',
  from: '"from" must be a timestamp such as 2026-01-29T07:50:00Z',
  rate: '"rate" must be a number of requests per second, above 0 and up to 10000',
  keyEnv: '"keyEnv" must be the name of an environment variable',
};

/** Returns a name that a feed can have. Throws SettingError, which begins with `subject`. */
export function feedName(subject: string, name: string): string {
  if (NAME.test(name)) return name;
  throw new SettingError(`${subject} ${NAME_FORMAT}`);
}

/**
 * Reads FEEDS_FILE, a JSON array of feeds. Throws SettingError with one line that names the file, the entry and the
 * field.
 */
export function readFeedsFile(
  file: string,
  environment: Environment,
  exchanges: readonly string[],
): FeedConfig[] {
  try {
    return readFeeds(file, environment, exchanges);
  } catch (error) {
    throw error instanceof SettingError ? new SettingError(`FEEDS_FILE: ${file}: ${error.message}`) : error;
  }
}

function readFeeds(file: string, environment: Environment, exchanges: readonly string[]): FeedConfig[] {
  const feeds = readJsonArrayFile(file, 'it').map((value, index) => {
    try {
      return toFeed(parseEntry(value), file, environment, exchanges);
    } catch (error) {
      if (error instanceof SettingError) throw new SettingError(`entry ${index + 1}: ${error.message}`);
      throw error;
    }
  });
  const names = feeds.map(({ name }) => name);
  requireDistinct(names, 'name');
  return feeds;
}

function parseEntry(value: unknown): Entry {
  const { success, data, error } = z.safeParse(entry, value);
  if (success) return data;
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys')
    throw new SettingError(`${JSON.stringify(issue.keys[0])} is not a known field`);
  throw new SettingError(fieldErrors[String(issue?.path[0])] ?? 'expected an object');
}

function toFeed(
  { name, kind, url, poolsUrl, exchange, from, rate, keyEnv }: Entry,
  file: string,
  environment: Environment,
  exchanges: readonly string[],
): FeedConfig {
  const defaults = kindDefaults[kind];
  const hasPools = swapFeedKinds.some((swapKind) => swapKind === kind) && kind !== 'ndjson';
  if (exchange !== undefined && !hasPools) throw new SettingError(`"exchange" does not apply to ${kind}`);
  const exchangeId = exchange ?? defaults.exchange;
  if (hasPools && exchangeId === undefined) throw new SettingError(`"exchange" is required for ${kind}`);
  if (exchangeId !== undefined && !exchanges.includes(exchangeId))
    throw new SettingError(`"exchange" must be one of EXCHANGES: ${exchanges.join(', ')}`);
  const pools = poolsUrl ?? defaults.poolsUrl;
  if (pools !== undefined && defaults.poolsUrl === undefined)
    throw new SettingError(`"poolsUrl" does not apply to ${kind}`);
  const source = url ?? defaults.url;
  if (source === undefined) throw new SettingError(`"url" is required for ${kind}`);
  return {
    name,
    kind,
    url: kind === 'ndjson' ? toPath(source, file) : toBaseUrl('url', source),
    ...(pools !== undefined && { poolsUrl: toBaseUrl('poolsUrl', pools) }),
    exchange: exchangeId,
    from: from === undefined ? undefined : new Date(from),
    rate: rate ?? defaults.rate,
    key: keyEnv === undefined ? undefined : readKey(keyEnv, environment),
  };
}

/** The value may contain a password, so it is not part of the message. */
function toBaseUrl(field: string, text: string): string {
  const url = parseBaseUrl(text);
  if (url !== undefined) return url;
  throw new SettingError(`"${field}" must be an HTTP(S) URL without credentials, query and fragment`);
}

/** Relative paths are relative to the folder of FEEDS_FILE. */
function toPath(text: string, file: string): string {
  if (!text.startsWith('file:')) return resolve(dirname(file), text);
  try {
    return fileURLToPath(text);
  } catch {
    throw new SettingError('"url" must be a path or a file: URL');
  }
}

function readKey(name: string, environment: Environment): string {
  const key = Object.hasOwn(environment, name) ? environment[name]?.trim() : undefined;
  if (key && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new SettingError(
    key ? `the variable ${name} is not a valid API key` : `the variable ${name} ("keyEnv") is not set`,
  );
}
