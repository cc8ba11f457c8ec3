import { orders, type SortField, sortFields } from '#contract/enums.ts';
import { verificationLabels } from '#contract/format/verification-labels.ts';
import { filterNumberText, rangeText } from '#web/lib/numbers/number-text.ts';
import { minimumKinds } from '#web/lib/screen/minimum.ts';
import { type NumberKind, type RangeId, rangeFields } from '#web/lib/screen/ranges.ts';
import { defaultFilter } from '#web/lib/screen/screen.ts';
import { orderName, sortNames } from '#web/lib/screen/sort-names.ts';
import { parseQueryText } from './parse-query.ts';
import { findKey, findMinimumField, findRange, SCAM, statusKeywords } from './vocabulary.ts';

/** A text that may stand at the caret. */
export interface Candidate {
  readonly insert: string;
  readonly label: string;
  /** Whether the text says something already, or waits for what follows it. */
  readonly complete: boolean;
}

/** Steps that people filter by. */
const percents = ['-10', '-5', '5', '10', '50'];
const samples: Readonly<Record<RangeId, readonly string[]>> = {
  liquidity: ['10k', '50k', '100k', '1m'],
  fdmc: ['100k', '1m', '10m', '100m'],
  trustScore: ['50', '60', '80', '90'],
  holders: ['100', '1k', '10k', '100k'],
  change1h: percents,
  change6h: percents,
  change24h: percents,
  change7d: percents,
};
const floorSamples: Readonly<Record<NumberKind, readonly string[]>> = {
  sum: ['1k', '10k', '100k', '1m'],
  count: ['10', '100', '1k', '10k'],
  percent: percents,
};
const units: Readonly<Record<NumberKind, readonly string[]>> = {
  sum: ['', 'k', 'm', 'b'],
  count: ['', 'k', 'm'],
  percent: [''],
};

/** Values for the name that a piece begins with; `head` is all before the value, `typed` what is there of it. */
export function valueCandidates(name: string, head: string, typed: string): Candidate[] {
  const range = findRange(name);
  if (range) return numbers(rangeFields[range].kind, samples[range], head, typed);
  const floor = findMinimumField(name);
  const key = findKey(name);
  if (floor || key === 'floor') return floors(floor ?? defaultFilter.sort, head, typed);
  if (key === 'sort') return among(sortValues, head, typed);
  if (key === 'order') return among(orderValues, head, typed);
  return key === 'status' ? among(statusValues, head, typed) : [];
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

function among(values: readonly (readonly [string, string])[], head: string, typed: string): Candidate[] {
  return values
    .filter(([value]) => value.startsWith(typed.toLowerCase()))
    .map(([value, label]) => ({ insert: head + value, label, complete: true }));
}

function floors(sort: SortField, head: string, typed: string): Candidate[] {
  const kind = minimumKinds[sort];
  return kind === undefined || kind === 'date' ? [] : numbers(kind, floorSamples[kind], head, typed);
}

/** Common steps, or the number that is begun with its possible units; only what would be understood. */
function numbers(kind: NumberKind, steps: readonly string[], head: string, typed: string): Candidate[] {
  const values = typed === '' ? steps : units[kind].map((unit) => typed + unit);
  return values.flatMap((value) => {
    const label = meaningWords(head + value);
    return label === undefined ? [] : [{ insert: head + value, label, complete: true }];
  });
}

function meaningWords(text: string): string | undefined {
  const { filters, problems } = parseQueryText(text);
  if (problems.length > 0) return undefined;
  const { sort = defaultFilter.sort, floor } = filters;
  const kind = minimumKinds[sort];
  if (floor !== undefined && kind) return `${sortNames[sort].label} ≥ ${filterNumberText(kind, floor)}`;
  const [only] = Object.values(rangeFields).flatMap(({ id, kind: number, short }) => {
    const range = filters.ranges[id];
    return range ? [`${short} ${rangeText(number, range)}`] : [];
  });
  return only;
}
