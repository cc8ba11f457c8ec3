import { type SQL, sql } from 'drizzle-orm';
import { type Amount, decimalFromAmount } from '#contract/amount.ts';
import { type VerificationStatus, verificationStatuses } from '#contract/enums.ts';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import { type MeasureId, measureOf, valueAt } from '#contract/measures.ts';
import { foldText } from '#contract/text.ts';
import { roundDownToMilliseconds, roundUpToMilliseconds } from '#contract/timestamp.ts';
import { trigrams } from '#service/store/search-text.ts';
import { anyOf, timestamptz } from '#service/store/sql-text.ts';
import { isTradedWithin, type ListMeasure, listMeasureOf, listMeasures } from './measure-columns.ts';

/** Conditions on columns of `jetton` and `selectRates`, all of which must be true; undefined if no row can match. */
export function jettonConditions(filter: JettonListFilter): SQL[] | undefined {
  const statuses = allowedStatuses(filter);
  // PostgreSQL cannot store NUL, and rejects it in parameters.
  if (statuses.length === 0 || filter.search?.includes('\0')) return undefined;
  return [
    ...measureIds.flatMap((id) => measureConditions(id, filter)),
    ...statusConditions(statuses),
    ...(filter.excludeUntraded ? [isTradedWithin(filter.excludeUntraded)] : []),
    ...(filter.excludeWarned ? [sql`not exists (select from jetton_warning where jetton_id = id)`] : []),
    ...(filter.address?.length ? [sql`address = ${anyText(filter.address)}`] : []),
    ...(filter.admin?.length ? [sql`admin = ${anyText(filter.admin)}`] : []),
    ...(filter.search === undefined ? [] : searchConditions(filter.search)),
  ];
}

// PostgreSQL evaluates conditions in their order.
const measureIds = Object.keys(listMeasures) as MeasureId[];

/** Conditions of the filter by a measure. */
export function measureConditions(id: MeasureId, filter: JettonListFilter): SQL[] {
  const { filter: path, kind } = measureOf(id);
  const range = path === undefined ? undefined : valueAt(filter, path);
  if (range === undefined) return [];
  // The schema of the filter has a range of this kind at the path.
  if (kind === 'time') return timeConditions(range as Range<string>);
  const { value, type } = listMeasureOf(id);
  const bounds = kind === 'sum' ? toDecimalRange(range as Range<Amount>) : (range as Range<string | number>);
  return rangeConditions(value, boundTypes[type], bounds);
}

const boundTypes: Readonly<Record<ListMeasure['type'], SQL>> = {
  integer: sql`int8`,
  decimal: sql`numeric`,
  float: sql`float8`,
  time: sql`timestamptz`,
};

// Responses contain whole milliseconds, rounded down.
function timeConditions({ min, max }: Range<string>): SQL[] {
  const end = max === undefined ? undefined : new Date(roundDownToMilliseconds(max).getTime() + 1);
  return [
    ...(min === undefined ? [] : [sql`created_at >= ${timestamptz(roundUpToMilliseconds(min))}`]),
    ...(end === undefined ? [] : [sql`created_at < ${timestamptz(end)}`]),
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
  const groups = listMeasures.mcap.groups.sorted.map(
    ({ key, keyBound }) => sql`${key} between ${keyBound(low, '-')} and ${keyBound(high, '+')}`,
  );
  return [anyOf(groups)];
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
  return [sql`verification = ${anyText(allowed)}`];
}

function anyText(texts: readonly string[]): SQL {
  return sql`any(${sql.param(texts)}::text[])`;
}

// The trigram index finds candidates; LIKE checks that the trigrams form the phrase.
function searchConditions(phrase: string): SQL[] {
  const folded = foldText(phrase);
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
