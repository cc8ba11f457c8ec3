import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { parseAddress, type RawAddress } from '#contract/address.ts';
import { sanitizeText } from '#contract/text.ts';
import { OperatorError } from '#service/store/store-errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting, read from an environment variable and listed by `--help`. */
export interface Setting<Value> {
  readonly name: string;
  /** Used if the variable is not set. Empty for optional settings. */
  readonly defaultText: string;
  readonly description: string;
  /** Throws SettingError if the text is invalid. */
  parse(text: string): Value;
}

/** A setting is invalid. The message contains no secrets. */
export class SettingError extends OperatorError {}

export function required<Value>(
  name: string,
  defaultText: string,
  description: string,
  parse: (text: string) => Value,
): Setting<Value> {
  return { name, defaultText, description, parse };
}

export function optional<Value>(
  name: string,
  description: string,
  parse: (text: string) => Value,
): Setting<Value | undefined> {
  return { name, defaultText: '', description, parse: (text) => (text === '' ? undefined : parse(text)) };
}

/** JSON escapes line breaks, which keeps the message on one line. */
function expected(expectation: string, text: string): SettingError {
  return new SettingError(
    `expected ${expectation}, got ${JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)}`,
  );
}

export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw expected(`an integer from ${min} to ${max}`, text);
  };
}

export function oneOf<const Value extends string>(values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = values.find((allowed) => allowed === text);
    if (value !== undefined) return value;
    throw expected(`one of ${values.join(', ')}`, text);
  };
}

const HOST_NAME =
  /^(?=.{1,253}$)[a-zA-Z0-9_]([a-zA-Z0-9_-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*$/;

export function host(text: string): string {
  if (isIP(text) || HOST_NAME.test(text)) return text;
  throw expected('an IP address or a host name', text);
}

const timestampText = z.iso.datetime({ offset: true });
const MIN_TIME = new Date('2000-01-01T00:00:00Z');
const MAX_TIME = new Date('2100-01-01T00:00:00Z');

export function timestamp(text: string): Date {
  if (!z.safeParse(timestampText, text).success)
    throw expected('a timestamp such as 2026-01-29T07:50:00Z', text);
  const time = new Date(text);
  // All data is of these years (`readTime`), and the store cannot calculate with much earlier ones.
  if (time >= MIN_TIME && time < MAX_TIME) return time;
  throw expected('a timestamp between 2000 and 2099', text);
}

/** Accepts text as pages show it, without control or invisible characters. */
export function displayText(maxLength: number): (text: string) => string {
  return (text) => {
    if (sanitizeText(text) === text && [...text].length <= maxLength) return text;
    throw expected(`at most ${maxLength} visible characters`, text);
  };
}

/** Splits a comma-separated list and removes duplicates. */
function splitList(text: string): string[] {
  return [...new Set(text.split(',').map((entry) => entry.trim()))];
}

export function exchangeIds(text: string): string[] {
  return splitList(text).map((id) => {
    if (/^[a-z0-9][a-z0-9._-]{0,63}$/.test(id)) return id;
    throw expected('exchange IDs of lowercase letters, digits, ".", "_" and "-"', id);
  });
}

export function addresses(text: string): RawAddress[] {
  const parsed = splitList(text).map((entry) => {
    const address = parseAddress(entry);
    if (address !== undefined) return address;
    throw expected('jetton addresses', entry);
  });
  return [...new Set(parsed)];
}

/** Parses IP addresses and ranges such as 10.0.0.0/8. */
export function networks(text: string): string[] {
  return splitList(text).map((entry) => {
    const [address = '', bits, ...rest] = entry.split('/');
    const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const isPrefix =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= maxBits);
    if (maxBits > 0 && isPrefix && rest.length === 0) return entry;
    throw expected('IP addresses or ranges such as 10.0.0.0/8', entry);
  });
}

/** Error messages omit the value, because it can contain a password. */
export function databaseUrl(text: string): string {
  const scheme = URL.canParse(text) ? new URL(text).protocol : '';
  if (scheme === 'postgres:' || scheme === 'postgresql:') return text;
  throw new SettingError(
    'expected a URL such as postgresql://user@host:5432/database, with special characters of a password percent-encoded',
  );
}

/** Returns an HTTP(S) URL without a trailing slash; undefined if the text is none, or has credentials, a query or a fragment. */
export function parseBaseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!url || !isHttp || url.username || url.password || url.search || url.hash) return undefined;
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** Error messages omit the value, because it can contain a password. */
export function publicUrl(text: string): string {
  const url = parseBaseUrl(text);
  if (url !== undefined) return url;
  throw new SettingError('expected an HTTP(S) URL such as https://jetscope.example');
}

export function contactUrl(text: string): string {
  if (/^(https:\/\/|mailto:\S+@)\S+$/.test(text) && URL.canParse(text)) return text;
  throw new SettingError('expected an https or mailto URL such as mailto:operator@jetscope.example');
}

/** Reads a file with a JSON array. Throws SettingError; its messages start with `subject`, the name of the file. */
export function readJsonArrayFile(file: string, subject = file): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(readText(file, subject));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The message of JSON.parse quotes the surrounding text, which can contain a key.
    throw new SettingError(`${subject} is not valid JSON`);
  }
  if (Array.isArray(value)) return value;
  throw new SettingError(`${subject} must contain a JSON array`);
}

/** Throws SettingError, with `prefix`, if two entries have the same key. Entries are counted from 1. */
export function requireDistinct(keys: readonly string[], keyName: string, prefix = ''): void {
  keys.forEach((key, index) => {
    const first = keys.indexOf(key);
    if (first < index)
      throw new SettingError(`${prefix}entry ${index + 1} has the same ${keyName} as entry ${first + 1}`);
  });
}

function readText(file: string, subject: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new SettingError(`${subject} cannot be read${code}`);
  }
}
