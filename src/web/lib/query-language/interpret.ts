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

/** What one piece says by itself. */
export type Meaning =
  | { readonly kind: 'range'; readonly id: RangeId; readonly range: Range }
  | { readonly kind: 'floor'; readonly sort: SortField | undefined; readonly text: string }
  | { readonly kind: 'status'; readonly statuses: readonly VerificationStatus[] }
  | { readonly kind: 'scam'; readonly hidden: boolean }
  | { readonly kind: 'sort'; readonly sort: SortField }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'admin' | 'address'; readonly addresses: readonly RawAddress[] }
  | { readonly kind: 'jetton'; readonly address: RawAddress }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'unknown'; readonly problem: string };

type Pair = Extract<Token, { kind: 'pair' }>;

export function interpretToken(piece: Token): Meaning {
  if (piece.kind === 'phrase') return { kind: 'word', text: piece.text };
  const address = findPastedAddress(piece.text);
  if (address !== undefined) return { kind: 'jetton', address };
  if (isMalformedAddress(piece.text))
    return unknown('No address: a letter is wrong, or it is of the test network');
  return piece.kind === 'word' ? wordMeaning(piece.text) : pairMeaning(piece);
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
  if (/[<>=≥≤]/.test(word)) return unknown('What is compared is missing');
  if (/^-./u.test(word)) return unknown('Only scam can be left out; put the word in quotes to search for it');
  return { kind: 'word', text };
}

function pairMeaning(pair: Pair): Meaning {
  const name = pair.name.toLowerCase();
  const id = findRange(name);
  if (id) return rangeMeaning(id, pair);
  const sort = findMinimumField(name);
  if (sort) return floorMeaning(sort, pair);
  const key = findKey(name);
  if (!key) return unknown(`No filter is called ${pair.name}; put it in quotes to search for it`);
  if (pair.comparison !== ':' && pair.comparison !== '=') return unknown(`${pair.name} needs a colon`);
  if (pair.value === '') return unknown(`What follows ${pair.name}: is missing`);
  return keyMeanings[key](pair.value);
}

function floorMeaning(sort: SortField, { name, comparison, value }: Pair): Meaning {
  if (comparison !== '>=') return unknown(`${name} can have a minimum only: ${name}>=…`);
  return value === '' ? unknown('A number is missing') : { kind: 'floor', sort, text: value };
}

function rangeMeaning(id: RangeId, { comparison, value }: Pair): Meaning {
  if (value === '') return unknown('A number is missing');
  const spans = value.includes('..') && (comparison === ':' || comparison === '=');
  const at = value.indexOf('..');
  const [low, high] = spans ? [value.slice(0, at), value.slice(at + 2)] : ends(comparison, value);
  const { kind } = rangeFields[id];
  const [min, max] = [low, high].map((text) => (text === '' ? undefined : parseShortNumber(kind, text)));
  const wrong = (low !== '' && min === undefined) || (high !== '' && max === undefined);
  if (wrong || (min === undefined && max === undefined)) return unknown(faults[kind]);
  return { kind: 'range', id, range: { min, max } };
}

const faults = {
  sum: 'Not an amount: write 50k, 1.5m or 50k..1m',
  count: 'Not a whole number: write 60, 1k or 60..90',
  percent: 'Not a percentage: write 5, -3.5 or -5..5',
} as const;

function ends(comparison: Pair['comparison'], value: string): [string, string] {
  if (comparison === '>=') return [value, ''];
  return comparison === '<=' ? ['', value] : [value, value];
}

const keyMeanings: Readonly<Record<KeyName, (value: string) => Meaning>> = {
  sort: (value) => {
    const sort = findSortField(value.toLowerCase());
    return sort ? { kind: 'sort', sort } : unknown(`The list cannot be sorted by ${value}`);
  },
  order: (value) => {
    const order = orders.find((known) => known === value.toLowerCase());
    return order ? { kind: 'order', order } : unknown('The order is asc or desc');
  },
  status: (value) => {
    const words = value.toLowerCase().split(',');
    const statuses = words.map(findStatus).filter((status) => status !== undefined);
    return statuses.length === words.length
      ? { kind: 'status', statuses }
      : unknown('A status is verified, community, approved, unverified or scam');
  },
  admin: (value) => addressesMeaning('admin', value),
  address: (value) => addressesMeaning('address', value),
  floor: (text) => ({ kind: 'floor', sort: undefined, text }),
};

function addressesMeaning(kind: 'admin' | 'address', value: string): Meaning {
  const texts = value.split(',');
  const addresses = texts.map(parseAddress).filter((address) => address !== undefined);
  return addresses.length === texts.length ? { kind, addresses } : unknown('Not an address');
}
