import { toUserFriendly } from '#contract/address.ts';
import { foldCase } from '#contract/fold-case.ts';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import { verificationLabels } from '#contract/format/verification-labels.ts';
import { compareDecimals, type DecimalText } from '#web/lib/numbers/decimal-text.ts';
import { type ChipId, type FilterChip, filterChips } from './filter-chips.ts';
import { measurementText } from './measurement-text.ts';
import {
  type JettonMeasurements,
  type LoadedActivity,
  type Measurement,
  rangeValue,
  sortValue,
} from './measurements.ts';
import { isValueBelowMinimum, minimumKinds } from './minimum.ts';
import { type Range, type RangeId, rangeFields, rangeIds, rangesOf } from './ranges.ts';
import type { Screen } from './screen.ts';

/** How a jetton fares with one active part of a screen. */
export interface FilterCheck {
  /** The part, in the words of its chip, with the screen that does without it. */
  readonly chip: FilterChip;
  readonly verdict: 'passes' | 'fails' | 'unavailable';
  /** What the jetton has. */
  readonly value: string;
}

type Check = Omit<FilterCheck, 'chip'>;

/**
 * Which active parts of the screen keep a jetton out. A part that compares an unknown value keeps it out, as the
 * service does; where the value was not asked for, the verdict is open, unless `failed` tells which changes of price
 * the service itself found wanting.
 */
export function whyMissing(
  screen: Screen,
  jetton: JettonMeasurements,
  activity: LoadedActivity,
  failed?: readonly RangeId[],
): FilterCheck[] {
  return filterChips(screen).flatMap((chip) => {
    const check = judged(chip.id, checkOf(chip.id, screen, jetton, activity), failed);
    return check ? [{ chip, ...check }] : [];
  });
}

function judged(id: ChipId, check: Check | undefined, failed?: readonly RangeId[]): Check | undefined {
  const range = rangeIds.find((known) => known === id);
  if (check?.verdict !== 'unavailable' || !range || !failed) return check;
  return said(!failed.includes(range), check.value);
}

function checkOf(
  id: ChipId,
  screen: Screen,
  jetton: JettonMeasurements,
  activity: LoadedActivity,
): Check | undefined {
  const range = rangeIds.find((known) => known === id);
  if (range)
    return checkRange(range, rangesOf(screen.filter)[range] ?? {}, rangeValue(range, jetton, activity));
  return id === 'floor' ? checkFloor(screen, jetton, activity) : checkPart(id, screen, jetton);
}

function checkPart(id: ChipId, { filter }: Screen, jetton: JettonMeasurements): Check | undefined {
  const { verification, admin, identity } = jetton;
  switch (id) {
    case 'scam':
      return said(verification !== 'JVS_SCAM', verificationLabels[verification]);
    case 'verification':
      return said(filter.verification?.includes(verification), verificationLabels[verification]);
    case 'search':
      return said(
        [identity.name, identity.symbol].some((text) =>
          foldCase(text).includes(foldCase(filter.search ?? '')),
        ),
        `${identity.name} (${identity.symbol})`,
      );
    case 'address':
      return said(
        filter.address?.includes(identity.address),
        shortenAddress(toUserFriendly(identity.address)),
      );
    case 'admin':
      return admin?.address === undefined
        ? said(false, 'unknown')
        : said(filter.admin?.includes(admin.address), shortenAddress(toUserFriendly(admin.address)));
    default:
      return undefined;
  }
}

function said(passes: boolean | undefined, value: string): Check {
  return { verdict: passes ? 'passes' : 'fails', value };
}

function checkRange(id: RangeId, range: Range, value: Measurement): Check {
  if (value === 'unavailable') return { verdict: 'unavailable', value: 'not read' };
  if (value === undefined) return said(false, 'unknown');
  return said(isWithin(value, range), measurementText(rangeFields[id].kind, value));
}

function isWithin(value: DecimalText, { min, max }: Range): boolean {
  const above = min === undefined || compareDecimals(value, min) >= 0;
  return above && (max === undefined || compareDecimals(value, max) <= 0);
}

function checkFloor(
  { filter: { sort }, minimum }: Screen,
  jetton: JettonMeasurements,
  activity: LoadedActivity,
) {
  const kind = minimumKinds[sort];
  if (minimum === undefined || kind === undefined) return undefined;
  const value = sortValue(sort, jetton, activity);
  if (value === 'unavailable') return { verdict: 'unavailable', value: 'not read' } as const;
  if (value === undefined) return said(false, 'unknown');
  const text = value instanceof Date ? value.toISOString() : value;
  return said(!isValueBelowMinimum(sort, value, minimum), measurementText(kind, text));
}
