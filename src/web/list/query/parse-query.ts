import { parseAddress, type RawAddress } from '#contract/address.ts';
import { type Order, orders, type PricePeriod, type VerificationStatus } from '#contract/enums.ts';
import { MAX_ADMINS } from '#contract/jetton-filter.ts';
import {
  allSupported,
  type MeasureKind,
  type SortField,
  type UnsupportedFilters,
} from '#contract/measures.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { parseFilterValue, strictBound } from '#web/list/filter-values.ts';
import { minimumKind, normalizeMinimum } from '#web/list/list-end.ts';
import {
  defaultFilter,
  normalizeFilter,
  type Range,
  type Ranges,
  rangeError,
  type ScreenFilter,
  searchLengthError,
} from '#web/list/list-filter.ts';
import { type Screen, withMinimum } from '#web/list/list-state.ts';
import {
  chipLabel,
  isSupported,
  kindOf,
  type NumberKind,
  type RangeId,
  rangeLabel,
  sortLabel,
  sortName,
} from '#web/list/measure-texts.ts';
import type { DecimalText } from '#web/money/decimals.ts';
import { parsePeriodLabel, periodLabels } from '#web/money/periods.ts';
import { findPastedAddress, isMalformedAddress, MALFORMED_ADDRESS } from './find-pasted-address.ts';
import {
  findKey,
  findMinimumField,
  findRange,
  findSortField,
  findStatus,
  type KeyName,
  NEW,
  NOT_WARNED,
  SCAM,
  type Token,
  tokenize,
  unavailableFilters,
} from './vocabulary.ts';

/** A token of the text from `start` (inclusive) to `end` (exclusive), with an error message if it is invalid. */
interface ParsedToken {
  readonly kind: Meaning['kind'];
  readonly start: number;
  readonly end: number;
  readonly problem: string | undefined;
}

export interface ParsedQuery {
  readonly tokens: readonly ParsedToken[];
  readonly problems: readonly ParsedToken[];
  readonly filters: QueryFilters;
  /** A standalone address: the jetton to open. */
  readonly jetton: RawAddress | undefined;
}

export interface QueryContext {
  /** The filter whose sort field `min:` applies to by default. */
  readonly base?: ScreenFilter;
  readonly unsupported?: UnsupportedFilters;
}

/**
 * Parses a query text, for example `liq>50k trust>=60 24h>5 age<7d verified dogs`. `>` and `<` exclude the number: they
 * set the next bound that the service can compare. Invalid tokens have a problem and are not applied.
 */
export function parseQueryText(
  text: string,
  { base = defaultFilter, unsupported = allSupported }: QueryContext = {},
): ParsedQuery {
  const rawTokens = tokenize(text);
  const meanings = rawTokens.map((token) => interpretToken(token, unsupported));
  const { filters, problems } = collectFilters(meanings, base);
  const tokens = rawTokens.map(({ start, end }, index): ParsedToken => {
    const { kind } = meanings[index] ?? { kind: 'unknown' };
    return { kind, start, end, problem: problems[index] };
  });
  const jetton = meanings.find((meaning) => meaning.kind === 'jetton')?.address;
  return { tokens, problems: tokens.filter(({ problem }) => problem !== undefined), filters, jetton };
}

/** Returns the screen of a query alone. Keeps the currency and columns, which a query cannot contain. */
export function screenFromQuery(screen: Screen, { filters }: ParsedQuery): Screen {
  const { minimum, ...parts } = filters;
  const includesScam = parts.verification?.includes('JVS_SCAM');
  const excludeScam = parts.excludeScam ?? (includesScam ? false : undefined);
  const filter = normalizeFilter({ ...parts, excludeScam });
  return withMinimum({ ...screen, filter }, minimum);
}

/** Meaning of one token, regardless of other tokens. */
type Meaning =
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
  | { readonly kind: 'warned' }
  | { readonly kind: 'traded'; readonly period: PricePeriod }
  | { readonly kind: 'sort'; readonly sort: SortField }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'admin' | 'address'; readonly addresses: readonly RawAddress[] }
  | { readonly kind: 'jetton'; readonly address: RawAddress }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'unknown'; readonly problem: string };

type Pair = Extract<Token, { kind: 'pair' }>;

/** Returns the meaning of a token, with kind `unknown` and an error message if it is invalid or the service lacks it. */
function interpretToken(token: Token, unsupported: UnsupportedFilters): Meaning {
  if (token.kind === 'phrase') return { kind: 'word', text: token.text };
  const address = findPastedAddress(token.text);
  if (address !== undefined) return { kind: 'jetton', address };
  if (isMalformedAddress(token.text)) return unknown(MALFORMED_ADDRESS);
  return token.kind === 'word' ? wordMeaning(token.text, unsupported) : pairMeaning(token, unsupported);
}

function unknown(problem: string): Meaning {
  return { kind: 'unknown', problem };
}

function wordMeaning(text: string, unsupported: UnsupportedFilters): Meaning {
  const word = text.toLowerCase();
  if (word === SCAM) return { kind: 'scam', hidden: false };
  if (word === `-${SCAM}`) return { kind: 'scam', hidden: true };
  if (word === NOT_WARNED)
    return unsupported.has('excludeWarned')
      ? unknown(`Not supported by this service: ${NOT_WARNED}`)
      : { kind: 'warned' };
  if (word === NEW) return { kind: 'sort', sort: 'createdAt' };
  const status = findStatus(word);
  if (status) return { kind: 'status', statuses: [status] };
  if (/[<>=≥≤]/.test(word)) return unknown('Missing filter name');
  if (/^-./u.test(word))
    return unknown('Only scam and warned can be excluded. Quote the text to search for it');
  return { kind: 'word', text };
}

function pairMeaning(pair: Pair, unsupported: UnsupportedFilters): Meaning {
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
  if (key === 'traded' && unsupported.has('excludeUntraded'))
    return unknown(`Not supported by this service: ${pair.name}`);
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
  sum: 'Invalid amount. Examples: 50k, 1.5M, 50k..1M',
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
  traded: (value) => {
    const period = parsePeriodLabel(value.toLowerCase());
    return period
      ? { kind: 'traded', period }
      : unknown(`Period must be ${Object.values(periodLabels).join(', ')}`);
  },
  minimum: (text) => ({ kind: 'minimum', sort: undefined, text, isStrict: false }),
};

function addressesMeaning(kind: 'admin' | 'address', value: string): Meaning {
  const texts = value.split(',');
  const addresses = texts.map(parseAddress).filter((address) => address !== undefined);
  return addresses.length === texts.length ? { kind, addresses } : unknown('Invalid address');
}

/** The filters that a query text sets. */
export type QueryFilters = {
  readonly [Key in
    | 'sort'
    | 'order'
    | 'excludeScam'
    | 'excludeWarned'
    | 'excludeUntraded'
    | 'search'
    | 'address'
    | 'admin'
    | 'verification']?: ScreenFilter[Key] | undefined;
} & { readonly ranges: Ranges; readonly minimum?: DecimalText | undefined };

type MutableFilters = { -readonly [Key in keyof QueryFilters]: QueryFilters[Key] };
type MeaningOf<Kind extends Meaning['kind']> = Extract<Meaning, { readonly kind: Kind }>;

interface CollectedFilters {
  readonly filters: QueryFilters;
  /** Error message of each meaning that was not applied. */
  readonly problems: readonly (string | undefined)[];
}

/** Combines the meanings of all tokens. A meaning that contradicts an earlier one is a problem and is not applied. */
function collectFilters(meanings: readonly Meaning[], base: ScreenFilter): CollectedFilters {
  const filters: MutableFilters = { ranges: {} };
  const tokenProblems = meanings.map((meaning) => add(filters, meaning));
  const searchProblem = addSearch(filters, meanings);
  const minimums = meanings.filter((meaning) => meaning.kind === 'minimum');
  const problems = meanings.map((meaning, index) => {
    if (meaning.kind === 'word') return searchProblem;
    return meaning.kind === 'minimum' ? addMinimum(filters, meaning, minimums, base) : tokenProblems[index];
  });
  return { filters, problems };
}

function add(filters: MutableFilters, meaning: Meaning): string | undefined {
  switch (meaning.kind) {
    case 'range':
      return addRange(filters, meaning.id, meaning.range);
    case 'scam':
      return addOnce(filters, 'excludeScam', meaning.hidden);
    case 'warned':
      return addOnce(filters, 'excludeWarned', true);
    case 'traded':
      return addOnce(filters, 'excludeUntraded', meaning.period);
    case 'sort':
      return addOnce(filters, 'sort', meaning.sort);
    case 'order':
      return addOnce(filters, 'order', meaning.order);
    case 'status':
      return addStatuses(filters, meaning);
    case 'admin':
      return addAddresses(filters, meaning, MAX_ADMINS);
    case 'address':
      return addAddresses(filters, meaning, MAX_ADDRESSES);
    case 'unknown':
      return meaning.problem;
    default:
      return undefined;
  }
}

const DUPLICATE = 'Duplicate filter';

function addOnce<Key extends 'excludeScam' | 'excludeWarned' | 'excludeUntraded' | 'sort' | 'order'>(
  filters: MutableFilters,
  key: Key,
  value: MutableFilters[Key],
) {
  if (filters[key] !== undefined) return DUPLICATE;
  filters[key] = value;
  return undefined;
}

function addRange(filters: MutableFilters, id: RangeId, { min, max }: Range): string | undefined {
  const existing = filters.ranges[id] ?? {};
  const isDuplicate =
    (min !== undefined && existing.min !== undefined) || (max !== undefined && existing.max !== undefined);
  if (isDuplicate) return DUPLICATE;
  const range = { min: min ?? existing.min, max: max ?? existing.max };
  const error = rangeError(id, range);
  if (error === undefined) filters.ranges = { ...filters.ranges, [id]: range };
  return error && `${rangeLabel(id)}: ${error.toLowerCase()}`;
}

function addStatuses(filters: MutableFilters, { statuses }: MeaningOf<'status'>): undefined {
  filters.verification = [...new Set([...(filters.verification ?? []), ...statuses])];
}

function addAddresses(
  filters: MutableFilters,
  { kind, addresses }: MeaningOf<'admin' | 'address'>,
  max: number,
) {
  const all = [...new Set([...(filters[kind] ?? []), ...addresses])];
  if (all.length > max) return `At most ${max} addresses`;
  filters[kind] = all;
  return undefined;
}

function addSearch(filters: MutableFilters, meanings: readonly Meaning[]): string | undefined {
  const words = meanings.flatMap((meaning) => (meaning.kind === 'word' ? [meaning.text] : []));
  const search = words.join(' ');
  if (words.length === 0) return undefined;
  const error = searchLengthError(search);
  if (error === undefined) filters.search = search;
  return error;
}

function addMinimum(
  filters: MutableFilters,
  meaning: MeaningOf<'minimum'>,
  minimums: readonly Meaning[],
  base: ScreenFilter,
): string | undefined {
  if (meaning !== minimums[0]) return 'Only the sorted column can have a minimum';
  const sort = meaning.sort ?? filters.sort ?? base.sort;
  const label = sortLabel(sort);
  if (filters.sort !== undefined && filters.sort !== sort)
    return `A minimum for ${label} requires sort:${sortName(sort)}`;
  if (filters.order === 'asc') return `A minimum for ${label} requires order:desc`;
  const kind = minimumKind(sort);
  if (kind === undefined) return `${label} does not support a minimum`;
  const minimum = parseMinimum(sort, kind, meaning);
  if (minimum === undefined) return kind === 'time' ? 'Invalid date. Example: 2026-01-20' : 'Invalid number';
  Object.assign(filters, { sort, order: 'desc', minimum });
  return undefined;
}

function parseMinimum(
  sort: SortField,
  kind: MeasureKind,
  { text, isStrict }: MeaningOf<'minimum'>,
): DecimalText | undefined {
  const number = parseFilterValue(kind, text);
  const bound = number !== undefined && isStrict ? strictBound(kind, 'min', number) : number;
  return bound === undefined ? undefined : normalizeMinimum(sort, bound);
}
