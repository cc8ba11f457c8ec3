import { orders, verificationLabels } from '#contract/enums.ts';
import { type MeasureKind, type SortField, sortFields, type UnsupportedRanges } from '#contract/measures.ts';
import { minimumKind } from '#web/list/list-end.ts';
import { defaultFilter } from '#web/list/list-filter.ts';
import {
  chipLabel,
  filterTextOf,
  kindOf,
  type NumberKind,
  orderName,
  rangeIds,
  sortName,
  textOf,
} from '#web/list/measure-texts.ts';
import { rangeText } from '#web/list/number-text.ts';
import { parseQueryText } from './parse-query.ts';
import { findKey, findMinimumField, findRange, SCAM, statusKeywords } from './vocabulary.ts';

/** A completion at the caret. */
export interface Candidate {
  readonly insert: string;
  readonly label: string;
  /** False if the inserted text needs a value after it. */
  readonly isComplete: boolean;
}

/** Suggested minimums of the sorted column. */
const minimumSamples: Readonly<Record<MeasureKind, readonly string[]>> = {
  sum: ['1k', '10k', '100k', '1m'],
  count: ['10', '100', '1k', '10k'],
  percent: ['-10', '-5', '5', '10', '50'],
  time: [],
};
const units: Readonly<Record<NumberKind, readonly string[]>> = {
  sum: ['', 'k', 'm', 'b'],
  count: ['', 'k', 'm'],
  percent: [''],
  duration: ['m', 'h', 'd', 'w'],
  time: [''],
};

/** Returns values for the filter `name`. `head` is the text before the value, `typed` the beginning of the value. */
export function valueCandidates(
  name: string,
  head: string,
  typed: string,
  unsupported: UnsupportedRanges,
): Candidate[] {
  const minimumField = findMinimumField(name, unsupported);
  const key = findKey(name);
  if (minimumField || key === 'minimum')
    return minimumCandidates(minimumField ?? defaultFilter.sort, head, typed, unsupported);
  const range = findRange(name);
  if (range) return numberCandidates(kindOf(range), filterTextOf(range).samples, head, typed, unsupported);
  if (key === 'sort') return keywordCandidates(sortValues, head, typed);
  if (key === 'order') return keywordCandidates(orderValues, head, typed);
  return key === 'status' ? keywordCandidates(statusValues, head, typed) : [];
}

const sortValues = sortFields.map((field): [string, string] => [sortName(field), textOf(field).label]);
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
  unsupported: UnsupportedRanges,
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
  unsupported: UnsupportedRanges,
): Candidate[] {
  const values = typed === '' ? samplesOfKind : units[kind].map((unit) => typed + unit);
  return values.flatMap((value) => {
    const label = describeQuery(head + value, unsupported);
    return label === undefined ? [] : [{ insert: head + value, label, isComplete: true }];
  });
}

function describeQuery(text: string, unsupported: UnsupportedRanges): string | undefined {
  const { filters, problems } = parseQueryText(text, { unsupported });
  if (problems.length > 0) return undefined;
  const { sort = defaultFilter.sort, minimum } = filters;
  const kind = minimumKind(sort);
  if (minimum !== undefined && kind !== undefined)
    return `${textOf(sort).label} ${rangeText(kind, { min: minimum })}`;
  const [description] = rangeIds.flatMap((id) => {
    const range = filters.ranges[id];
    return range ? [`${chipLabel(id)} ${rangeText(kindOf(id), range)}`] : [];
  });
  return description;
}
