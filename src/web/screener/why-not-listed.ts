import { toUserFriendly } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import { verificationLabels } from '#contract/enums.ts';
import { groupThousands } from '#contract/format/format-numbers.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { foldText } from '#contract/text.ts';
import { notInPlan } from '#web/api/client/plan.ts';
import type { Admin, ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { type ChipId, type FilterChip, filterChips } from '#web/list/filter-chips.ts';
import { filterNumberText } from '#web/list/filter-values.ts';
import { isValueBelowMinimum, minimumKind } from '#web/list/list-end.ts';
import type { Range } from '#web/list/list-filter.ts';
import { listFilterOf, type Screen } from '#web/list/list-state.ts';
import { type RangeId, rangeIds, type TextKind, textKindOf } from '#web/list/measure-texts.ts';
import {
  type JettonMeasurements,
  type MaybeActivity,
  type Measurement,
  noActivity,
  rangeValue,
  sortedValue,
} from '#web/list/measure-values.ts';
import type { ExchangeRate } from '#web/money/amounts.ts';
import { convertFromUsd, sumUnit } from '#web/money/amounts.ts';
import { compareDecimals, type DecimalText, decimalOfAmount } from '#web/money/decimals.ts';
import { periodLabels } from '#web/money/periods.ts';
import { formatApproximateDuration } from '#web/money/times.ts';
import type { MissingJetton } from './filter-matches.ts';

/** The values of a jetton that filters use. */
export interface CheckedJetton extends JettonMeasurements {
  readonly admin?: Admin | undefined;
  readonly warnings: readonly { readonly text: string }[];
}

/** Result of checking a jetton against one active part of a screen. */
export interface FilterCheck {
  readonly chip: FilterChip;
  readonly verdict: 'passes' | 'fails' | 'unavailable';
  /** Formatted value of the jetton. */
  readonly value: string;
}

type Check = Omit<FilterCheck, 'chip'>;

/**
 * Checks a jetton against all active parts of a screen. As in the service, unknown values fail every comparison. Values
 * that are not loaded have the verdict `unavailable`, except if `failed` contains the ranges that the service has checked
 * and found to exclude the jetton. Ages are relative to `now`. Sums are in USD without a rate.
 */
export function whyMissing(
  screen: Screen,
  jetton: CheckedJetton,
  activity: MaybeActivity,
  now: Date,
  failed?: readonly RangeId[],
  rate?: ExchangeRate | null,
): FilterCheck[] {
  return filterChips(screen, rate).flatMap((chip) => {
    const check = applyFailed(chip.id, checkPart(chip.id, screen, jetton, activity, now, rate), failed);
    return check ? [{ chip, ...check }] : [];
  });
}

function applyFailed(id: ChipId, check: Check | undefined, failed?: readonly RangeId[]): Check | undefined {
  const range = rangeIds.find((candidate) => candidate === id);
  if (check?.verdict !== 'unavailable' || !range || !failed) return check;
  return checkResult(!failed.includes(range), check.value);
}

function checkPart(
  id: ChipId,
  screen: Screen,
  jetton: CheckedJetton,
  activity: MaybeActivity,
  now: Date,
  rate?: ExchangeRate | null,
): Check | undefined {
  const range = rangeIds.find((candidate) => candidate === id);
  if (range)
    return checkRange(
      range,
      screen.filter.ranges?.[range] ?? {},
      rangeValue(range, jetton, activity, now),
      rate,
    );
  if (id === 'traded') return checkTraded(screen, activity);
  return id === 'minimum' ? checkMinimum(screen, jetton, activity, rate) : checkIdentity(id, screen, jetton);
}

function checkTraded({ filter: { excludeUntraded } }: Screen, activity: MaybeActivity): Check | undefined {
  if (!excludeUntraded) return undefined;
  if (activity === 'unavailable') return { verdict: 'unavailable', value: 'not in this plan' };
  const isTraded = activity.moves?.usd[excludeUntraded] !== undefined;
  return checkResult(isTraded, isTraded ? 'traded' : `no trades in ${periodLabels[excludeUntraded]}`);
}

function checkIdentity(id: ChipId, { filter }: Screen, jetton: CheckedJetton): Check | undefined {
  const { verification, warnings, admin, identity } = jetton;
  switch (id) {
    case 'scam':
      return checkResult(verification !== 'JVS_SCAM', verificationLabels[verification]);
    case 'warned':
      return checkResult(warnings.length === 0, warnings.map(({ text }) => text).join(', ') || 'No warning');
    case 'verification':
      return checkResult(filter.verification?.includes(verification), verificationLabels[verification]);
    case 'search':
      return checkResult(
        [identity.name, identity.symbol].some((text) =>
          foldText(text).includes(foldText(filter.search ?? '')),
        ),
        `${identity.name} (${identity.symbol})`,
      );
    case 'address':
      return checkResult(
        filter.address?.includes(identity.address),
        shortenAddress(toUserFriendly(identity.address)),
      );
    case 'admin':
      return admin?.address === undefined
        ? checkResult(false, admin?.isRevoked ? 'revoked' : 'unknown')
        : checkResult(filter.admin?.includes(admin.address), shortenAddress(toUserFriendly(admin.address)));
    default:
      return undefined;
  }
}

function checkResult(passes: boolean | undefined, value: string): Check {
  return { verdict: passes ? 'passes' : 'fails', value };
}

function checkRange(id: RangeId, range: Range, value: Measurement, rate?: ExchangeRate | null): Check {
  if (value === 'unavailable') return { verdict: 'unavailable', value: 'not in this plan' };
  if (value === undefined) return checkResult(false, 'unknown');
  return checkResult(isWithin(value, range), measurementText(textKindOf(id), value, rate));
}

function isWithin(value: DecimalText, { min, max }: Range): boolean {
  const isAboveMin = min === undefined || compareDecimals(value, min) >= 0;
  return isAboveMin && (max === undefined || compareDecimals(value, max) <= 0);
}

function checkMinimum(
  screen: Screen,
  jetton: CheckedJetton,
  activity: MaybeActivity,
  rate?: ExchangeRate | null,
) {
  const { minimum } = screen;
  const { sort } = screen.filter;
  if (minimum === undefined || minimumKind(sort) === undefined) return undefined;
  const value = sortedValue(listFilterOf(screen), jetton, activity);
  if (value === 'unavailable') return { verdict: 'unavailable', value: 'not in this plan' } as const;
  if (value === undefined) return checkResult(false, 'unknown');
  return checkResult(!isValueBelowMinimum(value, minimum), measurementText(textKindOf(sort), value, rate));
}

const verdictOrder: readonly FilterCheck['verdict'][] = ['fails', 'unavailable', 'passes'];

/**
 * Checks the jetton against every filter of the screen; failed checks come first. If the plan lacks statistics,
 * `failedRanges` lists the filters by statistics that excluded the jetton in a request to the service.
 */
export function filterChecks(
  screen: Screen,
  jetton: ListedJetton,
  { activity, failedRanges }: Pick<MissingJetton, 'activity' | 'failedRanges'>,
  now: Date,
  rate?: ExchangeRate | null,
): FilterCheck[] {
  const measurements = activity === notInPlan ? 'unavailable' : (activity ?? noActivity);
  return whyMissing(screen, jetton, measurements, now, failedRanges, rate).sort(
    (a, b) => verdictOrder.indexOf(a.verdict) - verdictOrder.indexOf(b.verdict),
  );
}

const MAX_FRACTION_DIGITS = { sum: 2, count: 0, percent: 4, share: 4 } as const;

/**
 * Formats a measurement for comparison with a filter limit. Truncates instead of rounding, which could move the value past
 * the limit. Sums are in USD without a rate.
 */
function measurementText(kind: TextKind, number: DecimalText, rate?: ExchangeRate | null): string {
  if (kind === 'sum' && rate) {
    const converted = decimalOfAmount(convertFromUsd(amountFromDecimal(number), rate));
    return `${truncatedText(kind, converted)} ${sumUnit(rate)}`;
  }
  if (kind === 'sum') return `$${truncatedText(kind, number)}`;
  if (kind === 'duration') return formatApproximateDuration(number);
  if (kind === 'time') return filterNumberText(kind, number);
  return truncatedText(kind, number);
}

function truncatedText(kind: keyof typeof MAX_FRACTION_DIGITS, number: DecimalText): string {
  const [whole = '', fraction = ''] = number.split('.');
  const visible = fraction.slice(0, MAX_FRACTION_DIGITS[kind]);
  const truncated = visible ? `${whole}.${visible}` : whole;
  if (kind === 'percent' || kind === 'share') return filterNumberText(kind, truncated);
  return groupThousands(whole) + truncated.slice(whole.length);
}
