import type { SortField, VerificationStatus } from '#contract/enums.ts';
import { sortFields } from '#contract/enums.ts';
import { type RangeId, rangeIds } from '#web/lib/screen/ranges.ts';
import { sortNames } from '#web/lib/screen/sort-names.ts';

/** The words of a typed query; the first of each is the one that is written. */
export const rangeNames: Readonly<Record<RangeId, readonly [string, ...string[]]>> = {
  liquidity: ['liq', 'liquidity'],
  fdmc: ['fdmc', 'fdv'],
  trustScore: ['trust', 'score'],
  holders: ['holders', 'holder'],
  change1h: ['1h', 'hour'],
  change6h: ['6h'],
  change24h: ['24h', '1d', 'day'],
  change7d: ['7d', '1w', 'week'],
};

/** Fields that can only be sorted by: a minimum on one is the list's floor. */
export const minimumNames = new Map<SortField, readonly [string, ...string[]]>([
  ['volume24h', ['volume', 'vol']],
  ['traders24h', ['traders']],
  ['transactions24h', ['transactions', 'txs', 'trades']],
  ['tonPriceChangeMonth', ['30d', 'month']],
  ['createdAt', ['created']],
]);

export const statusKeywords = new Map<VerificationStatus, string>([
  ['JVS_VERIFIED', 'verified'],
  ['JVS_COMMUNITY_VERIFIED', 'community'],
  ['JVS_APPROVED', 'approved'],
  ['JVS_NONE', 'unverified'],
]);

/** `scam` alone lets scam in; as a status it asks for nothing else. */
export const SCAM = 'scam';

export const keyNames = {
  sort: ['sort', 'by'],
  order: ['order'],
  status: ['status', 'is'],
  admin: ['admin'],
  address: ['address'],
  floor: ['floor'],
} as const;
export type KeyName = keyof typeof keyNames;

export function findRange(name: string): RangeId | undefined {
  return rangeIds.find((id) => rangeNames[id].includes(name));
}

export function findMinimumField(name: string): SortField | undefined {
  return [...minimumNames].find(([, names]) => names.includes(name))?.[0];
}

const keys: readonly KeyName[] = ['sort', 'order', 'status', 'admin', 'address', 'floor'];

export function findKey(name: string): KeyName | undefined {
  return keys.find((key) => keyNames[key].some((known) => known === name));
}

export function findStatus(name: string): VerificationStatus | undefined {
  if (name === SCAM) return 'JVS_SCAM';
  return [...statusKeywords].find(([, word]) => word === name)?.[0];
}

/** By its word, by any name of a range or floor, or as the service calls it. */
export function findSortField(name: string): SortField | undefined {
  const same = sortFields.find((field) => field.toLowerCase() === name || sortNames[field].keyword === name);
  const range = findRange(name);
  return same ?? findMinimumField(name) ?? (range && sortOfRange[range]);
}

const sortOfRange: Readonly<Record<RangeId, SortField>> = {
  liquidity: 'liquidityUsd',
  fdmc: 'fdmc',
  trustScore: 'trustScore',
  holders: 'holders',
  change1h: 'tonPriceChangeHour',
  change6h: 'tonPriceChangeHour6',
  change24h: 'tonPriceChangeDay',
  change7d: 'tonPriceChangeWeek',
};
