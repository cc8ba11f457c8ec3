import { parseAddress, type RawAddress } from '#contract/address.ts';
import { type Order, orders, type VerificationStatus } from '#contract/enums.ts';
import type { SortField, UnsupportedRanges } from '#contract/measures.ts';
import { parseFilterValue } from '#web/list/filter-values.ts';
import type { Range } from '#web/list/list-filter.ts';
import { chipLabel, isSupported, kindOf, type NumberKind, type RangeId } from '#web/list/measure-texts.ts';
import { strictBound } from '#web/list/strict-bounds.ts';
import type { DecimalText } from '#web/money/decimals.ts';
import { findPastedAddress, isMalformedAddress, MALFORMED_ADDRESS } from './find-pasted-address.ts';
import type { Token } from './tokenize.ts';
import {
  findKey,
  findMinimumField,
  findRange,
  findSortField,
  findStatus,
  type KeyName,
  NEW,
  SCAM,
  unavailableFilters,
} from './vocabulary.ts';

/** Meaning of one token, regardless of other tokens. */
export type Meaning =
  | { readonly kind: 'range'; readonly id: RangeId; readonly range: Range }
  | {
      readonly kind: 'minimum';
      readonly sort: SortField | undefined;
      readonly text: string;
      /** Whether values equal to the minimum are excluded. */
      readonly isStrict: boolean;
    }
  | { readonly kind: 'status'; readonly statuses: readonly VerificationStatus[] }
  | { readonly kind: 'scam'; readonly hidden: boolean }
  | { readonly kind: 'sort'; readonly sort: SortField }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'admin' | 'address'; readonly addresses: readonly RawAddress[] }
  | { readonly kind: 'jetton'; readonly address: RawAddress }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'unknown'; readonly problem: string };

type Pair = Extract<Token, { kind: 'pair' }>;

/** Returns the meaning of a token, with kind `unknown` and an error message if it is invalid or the service lacks it. */
export function interpretToken(token: Token, unsupported: UnsupportedRanges): Meaning {
  if (token.kind === 'phrase') return { kind: 'word', text: token.text };
  const address = findPastedAddress(token.text);
  if (address !== undefined) return { kind: 'jetton', address };
  if (isMalformedAddress(token.text)) return unknown(MALFORMED_ADDRESS);
  return token.kind === 'word' ? wordMeaning(token.text) : pairMeaning(token, unsupported);
}

function unknown(problem: string): Meaning {
  return { kind: 'unknown', problem };
}

function wordMeaning(text: string): Meaning {
  const word = text.toLowerCase();
  if (word === SCAM) return { kind: 'scam', hidden: false };
  if (word === `-${SCAM}`) return { kind: 'scam', hidden: true };
  if (word === NEW) return { kind: 'sort', sort: 'createdAt' };
  const status = findStatus(word);
  if (status) return { kind: 'status', statuses: [status] };
  if (/[<>=≥≤]/.test(word)) return unknown('Missing filter name');
  if (/^-./u.test(word)) return unknown('Only scam can be excluded. Quote the text to search for it');
  return { kind: 'word', text };
}

function pairMeaning(pair: Pair, unsupported: UnsupportedRanges): Meaning {
  const name = pair.name.toLowerCase();
  const sort = findMinimumField(name, unsupported);
  if (sort) return minimumMeaning(sort, pair);
  const id = findRange(name);
  if (id) return isSupported(id, unsupported) ? rangeMeaning(id, pair) : unknown(unsupportedText(id));
  const reason = unavailableFilters.get(name);
  if (reason !== undefined) return unknown(reason);
  const key = findKey(name);
  if (!key) return unknown(`Unknown filter “${pair.name}”. Quote the text to search for it`);
  if (pair.comparison !== ':' && pair.comparison !== '=') return unknown(`Use a colon: ${pair.name}:…`);
  if (pair.value === '') return unknown(`Missing value after ${pair.name}:`);
  return keyMeanings[key](pair.value);
}

/** Errors for ranges that have no minimum as a fallback. */
function unsupportedText(id: RangeId): string {
  const text = `Not supported by this service: ${chipLabel(id).toLowerCase()}`;
  return id === 'age' ? `${text}. Use a date: created>=2026-01-20` : text;
}

function minimumMeaning(sort: SortField, { name, comparison, value }: Pair): Meaning {
  if (comparison !== '>=' && comparison !== '>')
    return unknown(`${name} only supports a minimum, because the service can only sort by it: ${name}>=…`);
  if (value === '') return unknown('Missing number');
  return { kind: 'minimum', sort, text: value, isStrict: comparison === '>' };
}

function rangeMeaning(id: RangeId, { comparison, value }: Pair): Meaning {
  const kind = kindOf(id);
  if (value === '') return unknown(missingTexts[kind] ?? 'Missing number');
  const isSpan = value.includes('..') && (comparison === ':' || comparison === '=');
  const separator = value.indexOf('..');
  const [low, high] = isSpan
    ? [value.slice(0, separator), value.slice(separator + 2)]
    : boundsOf(comparison, value);
  const [min, max] = [low, high].map((text) => (text === '' ? undefined : parseFilterValue(kind, text)));
  const isInvalid = (low !== '' && min === undefined) || (high !== '' && max === undefined);
  if (isInvalid || (min === undefined && max === undefined)) return unknown(valueErrors[kind]);
  if (comparison === '>' || comparison === '<') return strictMeaning(id, comparison, min ?? max ?? '');
  return { kind: 'range', id, range: { min, max } };
}

function strictMeaning(id: RangeId, comparison: '>' | '<', value: DecimalText): Meaning {
  const end = comparison === '>' ? 'min' : 'max';
  const bound = strictBound(kindOf(id), end, value);
  if (bound !== undefined) return { kind: 'range', id, range: { [end]: bound } };
  return unknown(`No value is ${end === 'min' ? 'above' : 'below'} this. Use ${comparison}=`);
}

const missingTexts: { readonly [Kind in NumberKind]?: string } = {
  duration: 'Missing age, such as 12h or 7d',
  time: 'Missing date, such as 2026-01-20',
};

const valueErrors: Readonly<Record<NumberKind, string>> = {
  sum: 'Invalid amount. Examples: 50k, 1.5m, 50k..1m',
  count: 'Invalid whole number. Examples: 60, 1k, 60..90',
  percent: 'Invalid percentage. Examples: 5, -3.5, -5..5',
  duration: 'Invalid age. Examples: 30m, 12h, 7d, 2w, 1d..7d',
  time: 'Invalid date. Example: 2026-01-20',
};

function boundsOf(comparison: Pair['comparison'], value: string): [string, string] {
  if (comparison === '>=' || comparison === '>') return [value, ''];
  return comparison === '<=' || comparison === '<' ? ['', value] : [value, value];
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
  minimum: (text) => ({ kind: 'minimum', sort: undefined, text, isStrict: false }),
};

function addressesMeaning(kind: 'admin' | 'address', value: string): Meaning {
  const texts = value.split(',');
  const addresses = texts.map(parseAddress).filter((address) => address !== undefined);
  return addresses.length === texts.length ? { kind, addresses } : unknown('Invalid address');
}
