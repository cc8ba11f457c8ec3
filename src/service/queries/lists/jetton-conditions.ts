import { type SQL, sql } from 'drizzle-orm';
import { type Amount, decimalFromAmount } from '#contract/amount.ts';
import { type VerificationStatus, verificationStatuses } from '#contract/enums.ts';
import { foldCase } from '#contract/fold-case.ts';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import { roundDownToMilliseconds, roundUpToMilliseconds } from '#contract/timestamp.ts';
import { toTimestamptz } from '#service/queries/timestamps.ts';
import type { FixedSortField } from '#service/store/schema.ts';
import { trigrams } from '#service/store/search-text.ts';
import { rateDependentValues } from './rate-dependent-values.ts';
import { valueGroups } from './value-groups.ts';

/** Conditions on columns of `jetton` and `selectRates`, all of which must be true; undefined if no row can match. */
export function jettonConditions(filter: JettonListFilter): SQL[] | undefined {
  const statuses = allowedStatuses(filter);
  // PostgreSQL cannot store NUL, and rejects it in parameters.
  if (statuses.length === 0 || filter.search?.includes('\0')) return undefined;
  const { priceChange, liquidity, fdmc, mcap } = filter;
  // PostgreSQL evaluates the conditions in this order: cheapest first.
  return [
    ...Object.values(fixedRangeConditions(filter)).flat(),
    ...rangeConditions(rateDependentValues.tonPriceChangeHour, sql`float8`, priceChange?.ton?.hour),
    ...rangeConditions(rateDependentValues.tonPriceChangeHour6, sql`float8`, priceChange?.ton?.hour6),
    ...rangeConditions(rateDependentValues.tonPriceChangeDay, sql`float8`, priceChange?.ton?.day),
    ...rangeConditions(rateDependentValues.tonPriceChangeWeek, sql`float8`, priceChange?.ton?.week),
    ...rangeConditions(rateDependentValues.liquidityUsd, sql`numeric`, toDecimalRange(liquidity?.usd)),
    ...rangeConditions(rateDependentValues.fdmc, sql`numeric`, toDecimalRange(fdmc)),
    ...rangeConditions(rateDependentValues.mcap, sql`numeric`, toDecimalRange(mcap)),
    ...statusConditions(statuses),
    ...(filter.address?.length ? [sql`address = ${anyOf(filter.address)}`] : []),
    ...(filter.admin?.length ? [sql`admin = ${anyOf(filter.admin)}`] : []),
    ...(filter.search === undefined ? [] : searchConditions(filter.search)),
  ];
}

/** Conditions of the ranges of values that lists can be sorted by and that do not depend on TON/USD. */
export function fixedRangeConditions(filter: JettonListFilter): Readonly<Record<FixedSortField, SQL[]>> {
  const { createdAt, volume24h, transactions24h, traders24h, trustScore, holders } = filter;
  return {
    createdAt: timeConditions(createdAt),
    trustScore: rangeConditions(sql`trust_score`, sql`int8`, trustScore),
    holders: rangeConditions(sql`holders_count`, sql`int8`, holders),
    transactions24h: rangeConditions(sql`transactions_24h`, sql`int8`, transactions24h),
    traders24h: rangeConditions(sql`traders_24h`, sql`int8`, traders24h),
    volume24h: rangeConditions(sql`volume_24h`, sql`numeric`, toDecimalRange(volume24h)),
  };
}

// Responses contain whole milliseconds, rounded down.
function timeConditions({ min, max }: Range<string> = {}): SQL[] {
  const end = max === undefined ? undefined : new Date(roundDownToMilliseconds(max).getTime() + 1);
  return [
    ...(min === undefined ? [] : [sql`created_at >= ${toTimestamptz(roundUpToMilliseconds(min))}`]),
    ...(end === undefined ? [] : [sql`created_at < ${toTimestamptz(end)}`]),
  ];
}

/**
 * Conditions that are true of all jettons in the ranges of values that depend on TON/USD, and that an index can find;
 * `jettonConditions` are exact.
 */
export function indexedConditions({ mcap }: JettonListFilter): SQL[] {
  const { min, max } = toDecimalRange(mcap);
  if (min === undefined && max === undefined) return [];
  // With both bounds, the planner assumes that few rows are between them, although it does not know the rates.
  const [low, high] = [sql`${min ?? '0'}::numeric`, sql`${max ?? 'infinity'}::numeric`];
  const groups = valueGroups.mcap.sorted.map(
    ({ key, keyBound }) => sql`${key} between ${keyBound(low, '-')} and ${keyBound(high, '+')}`,
  );
  return [sql`(${sql.join(groups, sql` or `)})`];
}

function allowedStatuses({ verification, excludeScam }: JettonListFilter): VerificationStatus[] {
  return verificationStatuses.filter(
    (status) =>
      !(excludeScam && status === 'JVS_SCAM') && (!verification?.length || verification.includes(status)),
  );
}

function statusConditions(allowed: readonly VerificationStatus[]): SQL[] {
  const others = verificationStatuses.filter((status) => !allowed.includes(status));
  if (others.length === 0) return [];
  if (others.length < allowed.length) return others.map((status) => sql`verification <> ${status}`);
  return [sql`verification = ${anyOf(allowed)}`];
}

function anyOf(texts: readonly string[]): SQL {
  return sql`any(${sql.param(texts)}::text[])`;
}

// The trigram index finds candidates; LIKE checks that the trigrams form the phrase.
function searchConditions(phrase: string): SQL[] {
  const folded = foldCase(phrase);
  const pattern = `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
  return [
    sql`grams @> ${sql.param(trigrams(folded))}::text[]`,
    sql`(name_folded like ${pattern} or symbol_folded like ${pattern})`,
  ];
}

interface Range<Bound> {
  readonly min?: Bound | undefined;
  readonly max?: Bound | undefined;
}

function rangeConditions(value: SQL, type: SQL, range: Range<string | number> | undefined): SQL[] {
  const { min, max } = range ?? {};
  return [
    ...(min === undefined ? [] : [sql`${value} >= ${String(min)}::${type}`]),
    ...(max === undefined ? [] : [sql`${value} <= ${String(max)}::${type}`]),
  ];
}

function toDecimalRange(range: Range<Amount> | undefined): Range<string> {
  const { min, max } = range ?? {};
  return { min: min && decimalFromAmount(min), max: max && decimalFromAmount(max) };
}
