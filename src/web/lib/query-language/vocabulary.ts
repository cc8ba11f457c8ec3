import type { VerificationStatus } from '#contract/enums.ts';
import { foldCase } from '#contract/fold-case.ts';
import { type SortField, sortFields } from '#contract/measures.ts';
import { foldedCoinNames } from '#web/lib/native-coin.ts';
import { isSupported, type RangeId, rangeIds, type UnsupportedRanges } from '#web/lib/screen/ranges.ts';
import { sortNames } from '#web/lib/screen/sort-names.ts';

type Names = readonly [string, ...string[]];

/** Keywords of the query language. The first name of each filter is used when serializing. */
export const rangeNames: Readonly<Record<RangeId, Names>> = {
  liquidity: ['liq', 'liquidity'],
  mcap: ['mcap', 'marketcap'],
  fdmc: ['fdv', 'fdmc'],
  volume: ['volume', 'vol'],
  transactions: ['tx', 'txs', 'transactions', 'trades', 'swaps'],
  traders: ['traders'],
  age: ['age'],
  created: ['created'],
  trustScore: ['trust', 'score'],
  holders: ['holders', 'holder'],
  change1h: ['1h', 'hour'],
  change6h: ['6h'],
  change24h: ['24h', '1d', 'day'],
  change7d: ['7d', '1w', 'week'],
};

/** The field that a list is sorted by in order to apply a minimum, on services that lack the range. */
const minimumOfRange: { readonly [Id in RangeId]?: SortField } = {
  volume: 'volume24h',
  transactions: 'transactions24h',
  traders: 'traders24h',
  created: 'createdAt',
};

const MONTH_NAMES: Names = ['30d', 'month'];

/** Names of fields that the list can only be sorted by. They support a minimum but no maximum. */
export function minimumNames(unsupported: UnsupportedRanges): ReadonlyMap<SortField, Names> {
  const names = new Map<SortField, Names>([['tonPriceChangeMonth', MONTH_NAMES]]);
  for (const id of rangeIds) {
    const sort = minimumOfRange[id];
    if (sort && !isSupported(id, unsupported)) names.set(sort, rangeNames[id]);
  }
  return names;
}

/** Reasons by the name of a filter that traders may expect but that does not exist. */
export const unavailableFilters: ReadonlyMap<string, string> = new Map([
  ['price', 'Lists cannot be filtered by price. Try mcap or fdv'],
  ['tvl', 'Lists can only be sorted by TVL: sort:tvl. Filter by liq, which is in USD'],
  ['supply', 'Lists cannot be filtered by supply'],
  ...['5m', '15m', '12h'].map((period): [string, string] => [
    period,
    'Lists can only be filtered by the price changes of 1h, 6h, 24h and 7d',
  ]),
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

export const keyNames = {
  sort: ['sort', 'by'],
  order: ['order'],
  status: ['status', 'is'],
  admin: ['admin'],
  address: ['address'],
  minimum: ['min', 'floor'],
} as const;
export type KeyName = keyof typeof keyNames;

/** Price changes can end with their unit: `24h.gram`, or with a former name `24h.ton`. */
function withoutCoinUnit(name: string): string {
  const unit = foldedCoinNames.find((one) => foldCase(name).endsWith(`.${one}`));
  return unit === undefined ? name : name.slice(0, -unit.length - 1);
}

/** Returns the name of a sort field as in the specification: `tonPriceChangeDay` for `gramPriceChangeDay`. */
function withTonPrefix(name: string): string {
  const unit = foldedCoinNames.find((one) => foldCase(name).startsWith(`${one}pricechange`));
  return unit === undefined ? name : `ton${name.slice(unit.length)}`;
}

export function findRange(name: string): RangeId | undefined {
  const exact = rangeIds.find((id) => rangeNames[id].includes(name));
  const change = withoutCoinUnit(name);
  return exact ?? rangeIds.find((id) => id.startsWith('change') && rangeNames[id].includes(change));
}

export function findMinimumField(name: string, unsupported: UnsupportedRanges): SortField | undefined {
  const change = withoutCoinUnit(name);
  return [...minimumNames(unsupported)].find(
    ([field, names]) => names.includes(name) || (field === 'tonPriceChangeMonth' && names.includes(change)),
  )?.[0];
}

const keys: readonly KeyName[] = ['sort', 'order', 'status', 'admin', 'address', 'minimum'];

export function findKey(name: string): KeyName | undefined {
  return keys.find((key) => keyNames[key].some((keyName) => keyName === name));
}

export function findStatus(name: string): VerificationStatus | undefined {
  if (name === SCAM) return 'JVS_SCAM';
  return [...statusKeywords].find(([, word]) => word === name)?.[0];
}

/** Finds a sort field by its keyword, the name of a range, or its name in the specification. */
export function findSortField(name: string): SortField | undefined {
  const specified = withTonPrefix(name);
  const exact = sortFields.find(
    (field) => field.toLowerCase() === specified || sortNames[field].keyword === name,
  );
  if (exact) return exact;
  if (MONTH_NAMES.includes(withoutCoinUnit(name))) return 'tonPriceChangeMonth';
  const range = findRange(name);
  return range && sortFieldOfRange[range];
}

const sortFieldOfRange: { readonly [Id in RangeId]?: SortField } = {
  ...minimumOfRange,
  liquidity: 'liquidityUsd',
  fdmc: 'fdmc',
  trustScore: 'trustScore',
  holders: 'holders',
  change1h: 'tonPriceChangeHour',
  change6h: 'tonPriceChangeHour6',
  change24h: 'tonPriceChangeDay',
  change7d: 'tonPriceChangeWeek',
};
