import { parseAddress, type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { BadValue } from './bad-rows.ts';

const WRAPPED_TON: ReadonlySet<RawAddress> = new Set([
  '0:8cdc1d7640ad5ee326527fc1ad0514f468b30dc84b0173f0e155f451b4e11f7c',
  '0:671963027f7f85659ab55b821671688601cdcf1ee674fc7fbbb1a776a18d34a3',
  '0:d0a1ce4cdc187c79615ea618bd6c29617af7a56d966f5a192a768f345ee63fd2',
]);

/** Far more than any chain's integers have; keeps a broken file from making numbers that take minutes to divide. */
const MAX_DIGITS = 1000;
const MAX_INT64 = 2n ** 63n - 1n;
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);

export function readAddress(name: string, text: string): RawAddress {
  const address = parseAddress(text.trim());
  if (address === undefined) throw new BadValue(`${name} is not an address`, text);
  return address;
}

/** An asset of a pool: wrapped TON is taken for TON. */
export function readAsset(name: string, text: string): RawAddress {
  const address = readAddress(name, text);
  return WRAPPED_TON.has(address) ? TON_ADDRESS : address;
}

/** Base units: digits of an integer of any size, without leading zeros. */
export function readInteger(name: string, text: string): string {
  const digits = text.trim();
  if (!/^\d+$/.test(digits) || digits.length > MAX_DIGITS)
    throw new BadValue(`${name} is not an integer`, text);
  return digits.replace(/^0+(?=\d)/, '');
}

export function readPositiveInteger(name: string, text: string): string {
  const digits = readInteger(name, text);
  if (digits === '0') throw new BadValue(`${name} is not positive`, text);
  return digits;
}

export function readInt64(name: string, text: string): string {
  const digits = readInteger(name, text);
  if (digits.length > 19 || BigInt(digits) > MAX_INT64) throw new BadValue(`${name} is over 64 bits`, text);
  return digits;
}

export function readSmallInteger(name: string, text: string, max: number): number {
  const number = Number(readInteger(name, text));
  if (number > max) throw new BadValue(`${name} is over ${max}`, text);
  return number;
}

/** Zero or more, in decimal notation, with an exponent or without. */
export function readDecimal(name: string, text: string): string {
  const decimal = text.trim();
  if (!/^(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/.test(decimal) || decimal.length > MAX_DIGITS) {
    throw new BadValue(`${name} is not a decimal number`, text);
  }
  return decimal;
}

export function readUnixSeconds(name: string, text: string): number {
  const digits = text.trim();
  if (!/^\d{1,12}$/.test(digits)) throw new BadValue(`${name} is not a time in Unix seconds`, text);
  const seconds = Number(digits);
  refuseAbsurd(name, seconds * 1000, text);
  return seconds;
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** RFC 3339, a date alone, or Unix seconds. */
export function readTime(name: string, text: string): Date {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return new Date(readUnixSeconds(name, trimmed) * 1000);
  const time = new Date(trimmed);
  const isTime = TIME.test(trimmed) && isDay(trimmed.slice(0, 10)) && !Number.isNaN(time.getTime());
  if (!isTime) throw new BadValue(`${name} is not a time`, text);
  refuseAbsurd(name, time.getTime(), text);
  return time;
}

function refuseAbsurd(name: string, milliseconds: number, text: string): void {
  if (milliseconds >= EARLIEST && milliseconds < LATEST) return;
  throw new BadValue(`${name} is not a time from 2000 to 2099`, text);
}

export function readDay(name: string, text: string): string {
  const day = text.trim();
  if (!isDay(day)) throw new BadValue(`${name} is not a date`, text);
  return day;
}

// The round trip refuses days such as 30 February, which Date takes for 2 March.
function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().slice(0, 10) === text;
}
