import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { parseAddress, type RawAddress } from '#contract/address.ts';

/** One setting, described once: what reads it, what `--help` says of it and the README's table come from here. */
export interface Setting<Value> {
  readonly name: string;
  /** Text that stands where nothing is given; empty where there is none. */
  readonly fallback: string;
  readonly meaning: string;
  parse(text: string): Value;
}

/** The text of a setting is wrong; the message is one line for a person, without secrets. */
export class SettingError extends Error {}

export function optional<Value>(
  name: string,
  meaning: string,
  parse: (text: string) => Value,
): Setting<Value | undefined> {
  return { name, fallback: '', meaning, parse: (text) => (text === '' ? undefined : parse(text)) };
}

// As JSON the text stays on one line, whatever is in it.
function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new SettingError(`${quoted(text)} is not a whole number from ${min} to ${max}`);
  };
}

export function oneOf<const Value extends string>(values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = values.find((known) => known === text);
    if (value !== undefined) return value;
    throw new SettingError(`${quoted(text)} is not one of ${values.join(', ')}`);
  };
}

const HOST_NAME =
  /^(?=.{1,253}$)[a-zA-Z0-9_]([a-zA-Z0-9_-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*$/;

export function host(text: string): string {
  if (isIP(text) || HOST_NAME.test(text)) return text;
  throw new SettingError(`${quoted(text)} is not an IP address or a host name`);
}

const momentText = z.iso.datetime({ offset: true });

export function moment(text: string): Date {
  if (z.safeParse(momentText, text).success) return new Date(text);
  throw new SettingError(`${quoted(text)} is not a time such as 2026-01-29T07:50:00Z`);
}

/** Entries of a comma-separated list, each once. */
function entriesOf(text: string): string[] {
  return [...new Set(text.split(',').map((entry) => entry.trim()))];
}

export function exchangeIds(text: string): string[] {
  return entriesOf(text).map((id) => {
    if (/^[a-z0-9][a-z0-9._-]{0,63}$/.test(id)) return id;
    throw new SettingError(`${quoted(id)} is not an exchange id (lower-case letters, digits, dot, dash)`);
  });
}

export function addresses(text: string): RawAddress[] {
  const found = entriesOf(text).map((entry) => {
    const address = parseAddress(entry);
    if (address !== undefined) return address;
    throw new SettingError(`${quoted(entry)} is not an address`);
  });
  return [...new Set(found)];
}

/** IP addresses and ranges, such as 10.0.0.0/8. */
export function networks(text: string): string[] {
  return entriesOf(text).map((entry) => {
    const [address = '', bits, ...rest] = entry.split('/');
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most);
    if (most > 0 && fits && rest.length === 0) return entry;
    throw new SettingError(`${quoted(entry)} is not an IP address or a range such as 10.0.0.0/8`);
  });
}

/** The text may carry a password: it is in no message. */
export function databaseUrl(text: string): string {
  const scheme = URL.canParse(text) ? new URL(text).protocol : '';
  if (scheme === 'postgres:' || scheme === 'postgresql:') return text;
  throw new SettingError('it is not an address such as postgresql://user@host:5432/database');
}

/** Without a slash at the end, so that paths can be put behind it. */
export function publicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url && !url.username && !url.password && !url.search && !url.hash;
  if (plain && (url.protocol === 'http:' || url.protocol === 'https:'))
    return (url.origin + url.pathname).replace(/\/+$/, '');
  throw new SettingError('it is not an address such as https://jetscope.example');
}
