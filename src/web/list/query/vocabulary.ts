import type { VerificationStatus } from '#contract/enums.ts';
import { measureOf, type SortField, sortFields, type UnsupportedFilters } from '#contract/measures.ts';
import { foldText } from '#contract/text.ts';
import { minimumKind } from '#web/list/list-end.ts';
import { isFilterable, type RangeId, rangeIds, sortMenu, sortName, textOf } from '#web/list/measure-texts.ts';
import { foldedCoinNames } from '#web/money/native-coin.ts';

/**
 * Returns the fields that the list can only be sorted by. They support a minimum but no maximum. A field without a filter on
 * any service comes first.
 */
export function minimumFields(unsupported: UnsupportedFilters): readonly SortField[] {
  const fields = sortMenu.filter((sort) => minimumKind(sort) && !isFilterable(sort, unsupported));
  const ids: readonly string[] = rangeIds;
  const position = (sort: SortField) => ids.indexOf(sort);
  return fields.toSorted((one, other) => position(one) - position(other));
}

/** Reasons by the name of a filter that traders may expect but that does not exist. */
export const unavailableFilters: ReadonlyMap<string, string> = new Map([
  ['price', 'Lists cannot be filtered by price. Try mcap or fdv'],
  ['tvl', 'Lists can only be sorted by TVL: sort:tvl. Filter by liq, which is in USD'],
  ['supply', 'Lists cannot be filtered by supply'],
  ['5m', 'Lists can only be filtered by the price changes of 1h, 6h, 24h and 7d'],
  ...['buys', 'sells', 'buyers', 'sellers'].map((name): [string, string] => [
    name,
    'Lists cannot be filtered by buys and sells separately. Use tx or traders',
  ]),
]);

/** Sorts by creation time, newest first. */
export const NEW = 'new';

export const statusKeywords = new Map<VerificationStatus, string>([
  ['JVS_VERIFIED', 'verified'],
  ['JVS_COMMUNITY_VERIFIED', 'community'],
  ['JVS_APPROVED', 'approved'],
  ['JVS_NONE', 'unverified'],
]);

/** `scam` includes scam, `-scam` excludes it, `status:scam` matches nothing else. */
export const SCAM = 'scam';

/** Excludes jettons that a source warns of. */
export const NOT_WARNED = '-warned';

export const keyNames = {
  sort: ['sort', 'by'],
  order: ['order'],
  status: ['status', 'is'],
  admin: ['admin'],
  address: ['address'],
  minimum: ['min', 'floor'],
  traded: ['traded'],
} as const;
export type KeyName = keyof typeof keyNames;

/** Price changes can end with their unit: `24h.gram`, or with a former name `24h.ton`. */
function withoutCoinUnit(name: string): string {
  const unit = foldedCoinNames().find((one) => foldText(name).endsWith(`.${one}`));
  return unit === undefined ? name : name.slice(0, -unit.length - 1);
}

/** Returns the name of a sort field as in the specification: `tonPriceChangeDay` for `gramPriceChangeDay`. */
function withTonPrefix(name: string): string {
  const unit = foldedCoinNames().find((one) => foldText(name).startsWith(`${one}pricechange`));
  return unit === undefined ? name : `ton${name.slice(unit.length)}`;
}

/** Whether a name in a query is one of a measure. */
function isNameOf(id: RangeId | SortField, name: string): boolean {
  const { names } = textOf(id);
  const isPriceChange = id !== 'age' && measureOf(id).family === 'tonPriceChange';
  return names.includes(name) || (isPriceChange && names.includes(withoutCoinUnit(name)));
}

export function findRange(name: string): RangeId | undefined {
  return rangeIds.find((id) => isNameOf(id, name));
}

export function findMinimumField(name: string, unsupported: UnsupportedFilters): SortField | undefined {
  return minimumFields(unsupported).find((sort) => isNameOf(sort, name));
}

const keys: readonly KeyName[] = ['sort', 'order', 'status', 'admin', 'address', 'minimum', 'traded'];

export function findKey(name: string): KeyName | undefined {
  return keys.find((key) => keyNames[key].some((keyName) => keyName === name));
}

export function findStatus(name: string): VerificationStatus | undefined {
  if (name === SCAM) return 'JVS_SCAM';
  return [...statusKeywords].find(([, word]) => word === name)?.[0];
}

/** Finds a sort field by its names in queries, or its name in the specification. */
export function findSortField(name: string): SortField | undefined {
  const specified = withTonPrefix(name);
  return (
    sortFields.find((sort) => sort.toLowerCase() === specified || sortName(sort) === name) ??
    sortFields.find((sort) => isNameOf(sort, name))
  );
}

type Comparison = '>' | '>=' | '<' | '<=' | '=' | ':';

/** A syntactic token of a query text. */
export type Token = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string }
  | {
      readonly kind: 'pair';
      readonly name: string;
      readonly comparison: Comparison;
      readonly value: string;
      readonly text: string;
    }
);

const SPACE = /\s+/y;
const PHRASE = /"((?:[^"\\]|\\.)*)\\?("|$)/sy;
/** Allows spaces around comparison operators but not around a colon. */
const COMPARISON = /([^\s"<>=:≥≤]+)(?:\s*:?(>=|<=|[<>=≥≤])\s*)([^\s"<>=≥≤]*)/y;
const WORD = /[^\s"]+/y;
/** Another group of a number that is written with blanks, unless it is the name of the next filter, such as 24h>5. */
const NEXT_GROUP = /\s+\p{Nd}[\p{Nd}.,'\u2019%+-]*[kmbt]?%?(?![^\s"]|\s*:?[<>=≥≤])/iuy;

/** The unit of a number, after a blank. */
const NEXT_UNIT = /\s+(?:[kmbt]%?|%)(?![^\s"]|\s*:?[<>=≥≤])/iuy;

const OPERATORS: Readonly<Record<string, Comparison>> = {
  '>': '>',
  '>=': '>=',
  '≥': '>=',
  '<': '<',
  '<=': '<=',
  '≤': '<=',
};

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < text.length) {
    const space = matchAt(SPACE, text, offset);
    offset += space?.[0].length ?? 0;
    if (offset === text.length) break;
    const token = phraseAt(text, offset) ?? comparisonAt(text, offset) ?? wordAt(text, offset);
    tokens.push(token);
    offset = token.end;
  }
  return tokens;
}

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

function phraseAt(text: string, start: number): Token | undefined {
  const match = matchAt(PHRASE, text, start);
  if (!match) return undefined;
  const [whole, inside = ''] = match;
  return { kind: 'phrase', start, end: start + whole.length, text: inside.replace(/\\(.)/gs, '$1') };
}

function comparisonAt(text: string, start: number): Token | undefined {
  const match = matchAt(COMPARISON, text, start);
  if (!match) return undefined;
  const [whole, name = '', sign = '', value = ''] = match;
  return pairToken(text, {
    start,
    end: start + whole.length,
    name,
    comparison: OPERATORS[sign] ?? '=',
    value,
  });
}

/** Returns a comparison with all groups of its number and its unit, such as 50 000 or 50 k. */
function pairToken(text: string, pair: Omit<Extract<Token, { kind: 'pair' }>, 'kind' | 'text'>): Token {
  let { end } = pair;
  const endsInDigit = () => /\p{Nd}$/u.test(text.slice(pair.start, end));
  while (endsInDigit() && matchAt(NEXT_GROUP, text, end)) end = NEXT_GROUP.lastIndex;
  if (endsInDigit() && matchAt(NEXT_UNIT, text, end)) end = NEXT_UNIT.lastIndex;
  const value = pair.value + text.slice(pair.end, end);
  return { ...pair, kind: 'pair', end, value, text: text.slice(pair.start, end) };
}

function wordAt(text: string, start: number): Token {
  const [word = text.slice(start)] = matchAt(WORD, text, start) ?? [];
  const end = start + word.length;
  const colon = word.indexOf(':');
  if (colon <= 0) return { kind: 'word', start, end, text: word };
  const [name, value] = [word.slice(0, colon), word.slice(colon + 1)];
  return pairToken(text, { start, end, name, comparison: ':', value });
}

/** Returns the text as a quoted phrase. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
