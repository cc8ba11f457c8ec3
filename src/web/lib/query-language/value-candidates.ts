import { orders } from '#contract/enums.ts';
import { verificationLabels } from '#contract/format/verification-labels.ts';
import { type SortField, sortFields } from '#contract/measures.ts';
import { rangeText } from '#web/lib/numbers/number-text.ts';
import { type MinimumKind, minimumKinds } from '#web/lib/screen/minimum.ts';
import {
  type NumberKind,
  type RangeId,
  rangeFields,
  type UnsupportedRanges,
} from '#web/lib/screen/ranges.ts';
import { defaultFilter } from '#web/lib/screen/screen.ts';
import { orderName, sortNames } from '#web/lib/screen/sort-names.ts';
import { parseQueryText } from './parse-query.ts';
import { findKey, findMinimumField, findRange, SCAM, statusKeywords } from './vocabulary.ts';

/** A completion at the caret. */
export interface Candidate {
  readonly insert: string;
  readonly label: string;
  /** False if the inserted text needs a value after it. */
  readonly isComplete: boolean;
}

/** Common filter values. */
const percents = ['-10', '-5', '5', '10', '50'];
const samples: Readonly<Record<RangeId, readonly string[]>> = {
  liquidity: ['10k', '50k', '100k', '1m'],
  mcap: ['100k', '1m', '10m', '100m'],
  fdmc: ['100k', '1m', '10m', '100m'],
  volume: ['1k', '10k', '100k', '1m'],
  transactions: ['10', '100', '1k', '10k'],
  traders: ['10', '100', '1k', '10k'],
  age: ['1h', '1d', '7d', '30d'],
  created: [],
  trustScore: ['50', '60', '80', '90'],
  holders: ['100', '1k', '10k', '100k'],
  change1h: percents,
  change6h: percents,
  change24h: percents,
  change7d: percents,
};
const minimumSamples: Readonly<Record<MinimumKind, readonly string[]>> = {
  sum: ['1k', '10k', '100k', '1m'],
  count: ['10', '100', '1k', '10k'],
  percent: percents,
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
  if (range) return numberCandidates(rangeFields[range].kind, samples[range], head, typed, unsupported);
  if (key === 'sort') return keywordCandidates(sortValues, head, typed);
  if (key === 'order') return keywordCandidates(orderValues, head, typed);
  return key === 'status' ? keywordCandidates(statusValues, head, typed) : [];
}

const sortValues = sortFields.map((field): [string, string] => [
  sortNames[field].keyword,
  sortNames[field].label,
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
  unsupported: UnsupportedRanges,
): Candidate[] {
  const kind = minimumKinds[sort];
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
  const kind = minimumKinds[sort];
  if (minimum !== undefined && kind !== undefined)
    return `${sortNames[sort].label} ${rangeText(kind, { min: minimum })}`;
  const [description] = Object.values(rangeFields).flatMap(({ id, kind: number, short }) => {
    const range = filters.ranges[id];
    return range ? [`${short} ${rangeText(number, range)}`] : [];
  });
  return description;
}
