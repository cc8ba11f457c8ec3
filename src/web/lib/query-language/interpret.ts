import { parseAddress, type RawAddress } from '#contract/address.ts';
import { type Order, orders, type SortField, type VerificationStatus } from '#contract/enums.ts';
import { parseShortNumber } from '#web/lib/numbers/short-numbers.ts';
import { type Range, type RangeId, rangeFields } from '#web/lib/screen/ranges.ts';
import { findPastedAddress, isMalformedAddress } from './find-pasted-address.ts';
import type { Token } from './tokenize.ts';
import {
  findKey,
  findMinimumField,
  findRange,
  findSortField,
  findStatus,
  type KeyName,
  SCAM,
} from './vocabulary.ts';

/** Meaning of one token, regardless of other tokens. */
export type Meaning =
  | { readonly kind: 'range'; readonly id: RangeId; readonly range: Range }
  | { readonly kind: 'minimum'; readonly sort: SortField | undefined; readonly text: string }
  | { readonly kind: 'status'; readonly statuses: readonly VerificationStatus[] }
  | { readonly kind: 'scam'; readonly hidden: boolean }
  | { readonly kind: 'sort'; readonly sort: SortField }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'admin' | 'address'; readonly addresses: readonly RawAddress[] }
  | { readonly kind: 'jetton'; readonly address: RawAddress }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'unknown'; readonly problem: string };

type Pair = Extract<Token, { kind: 'pair' }>;

/** Returns the meaning of a token, with kind `unknown` and an error message if it is invalid. */
export function interpretToken(token: Token): Meaning {
  if (token.kind === 'phrase') return { kind: 'word', text: token.text };
  const address = findPastedAddress(token.text);
  if (address !== undefined) return { kind: 'jetton', address };
  if (isMalformedAddress(token.text)) return unknown('Not a mainnet address. Check for typos');
  return token.kind === 'word' ? wordMeaning(token.text) : pairMeaning(token);
}

function unknown(problem: string): Meaning {
  return { kind: 'unknown', problem };
}

function wordMeaning(text: string): Meaning {
  const word = text.toLowerCase();
  if (word === SCAM) return { kind: 'scam', hidden: false };
  if (word === `-${SCAM}`) return { kind: 'scam', hidden: true };
  const status = findStatus(word);
  if (status) return { kind: 'status', statuses: [status] };
  if (/[<>=≥≤]/.test(word)) return unknown('Missing filter name');
  if (/^-./u.test(word)) return unknown('Only scam can be excluded. Quote the text to search for it');
  return { kind: 'word', text };
}

function pairMeaning(pair: Pair): Meaning {
  const name = pair.name.toLowerCase();
  const id = findRange(name);
  if (id) return rangeMeaning(id, pair);
  const sort = findMinimumField(name);
  if (sort) return minimumMeaning(sort, pair);
  const key = findKey(name);
  if (!key) return unknown(`Unknown filter “${pair.name}”. Quote the text to search for it`);
  if (pair.comparison !== ':' && pair.comparison !== '=') return unknown(`Use a colon: ${pair.name}:…`);
  if (pair.value === '') return unknown(`Missing value after ${pair.name}:`);
  return keyMeanings[key](pair.value);
}

function minimumMeaning(sort: SortField, { name, comparison, value }: Pair): Meaning {
  if (comparison !== '>=') return unknown(`${name} only supports a minimum: ${name}>=…`);
  return value === '' ? unknown('Missing number') : { kind: 'minimum', sort, text: value };
}

function rangeMeaning(id: RangeId, { comparison, value }: Pair): Meaning {
  if (value === '') return unknown('Missing number');
  const isSpan = value.includes('..') && (comparison === ':' || comparison === '=');
  const separator = value.indexOf('..');
  const [low, high] = isSpan
    ? [value.slice(0, separator), value.slice(separator + 2)]
    : boundsOf(comparison, value);
  const { kind } = rangeFields[id];
  const [min, max] = [low, high].map((text) => (text === '' ? undefined : parseShortNumber(kind, text)));
  const isInvalid = (low !== '' && min === undefined) || (high !== '' && max === undefined);
  if (isInvalid || (min === undefined && max === undefined)) return unknown(numberErrors[kind]);
  return { kind: 'range', id, range: { min, max } };
}

const numberErrors = {
  sum: 'Invalid amount. Examples: 50k, 1.5m, 50k..1m',
  count: 'Invalid whole number. Examples: 60, 1k, 60..90',
  percent: 'Invalid percentage. Examples: 5, -3.5, -5..5',
} as const;

function boundsOf(comparison: Pair['comparison'], value: string): [string, string] {
  if (comparison === '>=') return [value, ''];
  return comparison === '<=' ? ['', value] : [value, value];
}

const keyMeanings: Readonly<Record<KeyName, (value: string) => Meaning>> = {
  sort: (value) => {
    const sort = findSortField(value.toLowerCase());
    return sort ? { kind: 'sort', sort } : unknown(`Unknown sort field “${value}”`);
  },
  order: (value) => {
    const order = orders.find((candidate) => candidate === value.toLowerCase());
    return order ? { kind: 'order', order } : unknown('Order must be asc or desc');
  },
  status: (value) => {
    const words = value.toLowerCase().split(',');
    const statuses = words.map(findStatus).filter((status) => status !== undefined);
    return statuses.length === words.length
      ? { kind: 'status', statuses }
      : unknown('Status must be verified, community, approved, unverified or scam');
  },
  admin: (value) => addressesMeaning('admin', value),
  address: (value) => addressesMeaning('address', value),
  minimum: (text) => ({ kind: 'minimum', sort: undefined, text }),
};

function addressesMeaning(kind: 'admin' | 'address', value: string): Meaning {
  const texts = value.split(',');
  const addresses = texts.map(parseAddress).filter((address) => address !== undefined);
  return addresses.length === texts.length ? { kind, addresses } : unknown('Not an address');
}
