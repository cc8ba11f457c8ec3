import { orders, pricePeriods, verificationLabels } from '#contract/enums.ts';
import {
  allSupported,
  type MeasureKind,
  type SortField,
  sortFields,
  type UnsupportedFilters,
} from '#contract/measures.ts';
import { tradedLabel, WARNINGS_HIDDEN } from '#web/list/filter-chips.ts';
import { rangeText } from '#web/list/filter-values.ts';
import { minimumKind } from '#web/list/list-end.ts';
import { defaultFilter } from '#web/list/list-filter.ts';
import {
  chipLabel,
  filterTextOf,
  isSupported,
  kindOf,
  type NumberKind,
  orderName,
  rangeIds,
  rangeLabel,
  sortLabel,
  sortName,
  textOf,
} from '#web/list/measure-texts.ts';
import { periodLabels } from '#web/money/periods.ts';
import { parseQueryText } from './parse-query.ts';
import {
  findKey,
  findMinimumField,
  findRange,
  keyNames,
  minimumFields,
  NEW,
  NOT_WARNED,
  SCAM,
  statusKeywords,
  type Token,
  tokenize,
} from './vocabulary.ts';

export interface Completion {
  /** Start and end of the text that a candidate replaces. */
  readonly start: number;
  readonly end: number;
  readonly candidates: readonly Candidate[];
}

interface Starter extends Candidate {
  readonly names: readonly string[];
}

function createStarters(unsupported: UnsupportedFilters): readonly Starter[] {
  return [
    ...rangeIds
      .filter((id) => isSupported(id, unsupported))
      .map((id) => {
        const { hint = rangeLabel(id), sign = '>=' } = filterTextOf(id);
        return starter(textOf(id).names, hint, sign);
      }),
    ...minimumFields(unsupported).map((sort) => {
      return starter(textOf(sort).names, `${sortLabel(sort)}, and sort by it`, '>=');
    }),
    starter([NEW], 'Newest first', ''),
    ...[...statusKeywords].map(([status, word]) => starter([word], verificationLabels[status], '')),
    starter([SCAM], 'Scam shown', ''),
    starter([`-${SCAM}`], 'Scams hidden', ''),
    ...(unsupported.has('excludeWarned') ? [] : [starter([NOT_WARNED], WARNINGS_HIDDEN, '')]),
    ...(unsupported.has('excludeUntraded') ? [] : [starter(keyNames.traded, 'Traded in', ':')]),
    starter(keyNames.sort, 'Sort by', ':'),
    starter(keyNames.order, 'Order', ':'),
    starter(keyNames.minimum, 'Minimum of the sorted column', ':'),
    starter(keyNames.admin, 'Admin address', ':'),
    starter(keyNames.address, 'Only these jettons', ':'),
  ];
}

function starter(names: readonly string[], label: string, sign: string): Starter {
  return { names, insert: `${names[0]}${sign}`, label, isComplete: sign === '' };
}

/** Returns the completions at a caret: filter names, or values of the filter before the caret. */
export function completionAt(
  text: string,
  caret: number,
  unsupported: UnsupportedFilters = allSupported,
): Completion {
  const token = tokenize(text).find(({ start, end }) => start <= caret && caret <= end);
  if (!token) return { start: caret, end: caret, candidates: createStarters(unsupported) };
  const { start, end } = token;
  return { start, end, candidates: candidatesFor(token, text.slice(start, caret), unsupported) };
}

function candidatesFor(token: Token, typed: string, unsupported: UnsupportedFilters): readonly Candidate[] {
  if (token.kind === 'phrase') return [];
  if (token.kind === 'word') return matchingStarters(typed.toLowerCase(), unsupported);
  const prefix = token.text.slice(0, token.text.length - token.value.length);
  const value = typed.slice(prefix.length);
  if (typed.length < prefix.length) return [];
  const afterSeparator = Math.max(value.lastIndexOf('..') + 2, value.lastIndexOf(',') + 1);
  const start = value.includes('..') || value.includes(',') ? afterSeparator : 0;
  return valueCandidates(
    token.name.toLowerCase(),
    prefix + value.slice(0, start),
    value.slice(start),
    unsupported,
  );
}

/** Returns starters whose name starts with the text, then those with a matching word in the label. */
function matchingStarters(typed: string, unsupported: UnsupportedFilters): Starter[] {
  const starters = createStarters(unsupported);
  const byName = starters.filter(({ names }) => names.some((name) => name.startsWith(typed)));
  const byLabel = starters.filter(({ label }) => ` ${label.toLowerCase()}`.includes(` ${typed}`));
  return [...new Set([...byName, ...byLabel])];
}

/** Returns the text with the candidate inserted, and the new caret position. */
export function applyCompletion(text: string, { start, end }: Completion, { insert, isComplete }: Candidate) {
  const rest = text.slice(end);
  const gap = isComplete && !/^\s/.test(rest) ? ' ' : '';
  return { text: text.slice(0, start) + insert + gap + rest, caret: start + insert.length + gap.length };
}

/** A completion at the caret. */
export interface Candidate {
  readonly insert: string;
  readonly label: string;
  /** False if the inserted text needs a value after it. */
  readonly isComplete: boolean;
}

/** Suggested minimums of the sorted column. */
const minimumSamples: Readonly<Record<MeasureKind, readonly string[]>> = {
  sum: ['1k', '10k', '100k', '1M'],
  count: ['10', '100', '1k', '10k'],
  percent: ['-10', '-5', '5', '10', '50'],
  time: [],
};
const units: Readonly<Record<NumberKind, readonly string[]>> = {
  sum: ['', 'k', 'M', 'B'],
  count: ['', 'k', 'M'],
  percent: [''],
  duration: ['m', 'h', 'd', 'w'],
  time: [''],
};

/** Returns values for the filter `name`. `head` is the text before the value, `typed` the beginning of the value. */
function valueCandidates(
  name: string,
  head: string,
  typed: string,
  unsupported: UnsupportedFilters,
): Candidate[] {
  const minimumField = findMinimumField(name, unsupported);
  const key = findKey(name);
  if (minimumField || key === 'minimum')
    return minimumCandidates(minimumField ?? defaultFilter.sort, head, typed, unsupported);
  const range = findRange(name);
  if (range) return numberCandidates(kindOf(range), filterTextOf(range).samples, head, typed, unsupported);
  if (key === 'sort') return keywordCandidates(sortValues, head, typed);
  if (key === 'order') return keywordCandidates(orderValues, head, typed);
  if (key === 'traded') return keywordCandidates(tradedValues, head, typed);
  return key === 'status' ? keywordCandidates(statusValues, head, typed) : [];
}

const sortValues = sortFields.map((field): [string, string] => [sortName(field), sortLabel(field)]);
const tradedValues = pricePeriods.map((period): [string, string] => [
  periodLabels[period],
  tradedLabel(period),
]);
const orderValues = orders.map((order): [string, string] => [order, orderName(defaultFilter.sort, order)]);
const statusValues: readonly (readonly [string, string])[] = [
  ...[...statusKeywords].map(([status, word]): [string, string] => [word, verificationLabels[status]]),
  [SCAM, verificationLabels.JVS_SCAM],
];

function keywordCandidates(
  values: readonly (readonly [string, string])[],
  head: string,
  typed: string,
): Candidate[] {
  return values
    .filter(([value]) => value.startsWith(typed.toLowerCase()))
    .map(([value, label]) => ({ insert: head + value, label, isComplete: true }));
}

function minimumCandidates(
  sort: SortField,
  head: string,
  typed: string,
  unsupported: UnsupportedFilters,
): Candidate[] {
  const kind = minimumKind(sort);
  return kind === undefined ? [] : numberCandidates(kind, minimumSamples[kind], head, typed, unsupported);
}

/** Returns common values, or the typed number with each unit. Omits values that do not parse. */
function numberCandidates(
  kind: NumberKind,
  samplesOfKind: readonly string[],
  head: string,
  typed: string,
  unsupported: UnsupportedFilters,
): Candidate[] {
  const values = typed === '' ? samplesOfKind : units[kind].map((unit) => typed + unit);
  return values.flatMap((value) => {
    const label = describeQuery(head + value, unsupported);
    return label === undefined ? [] : [{ insert: head + value, label, isComplete: true }];
  });
}

function describeQuery(text: string, unsupported: UnsupportedFilters): string | undefined {
  const { filters, problems } = parseQueryText(text, { unsupported });
  if (problems.length > 0) return undefined;
  const { sort = defaultFilter.sort, minimum } = filters;
  if (minimum !== undefined && minimumKind(sort) !== undefined)
    return `${sortLabel(sort)} ${rangeText(sort, { min: minimum })}`;
  const [description] = rangeIds.flatMap((id) => {
    const range = filters.ranges[id];
    return range ? [`${chipLabel(id)} ${rangeText(id, range)}`] : [];
  });
  return description;
}
