import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { decimalFromAmount } from '#contract/amount.ts';
import {
  type CountPeriod,
  countPeriods,
  type MoveUnit,
  type PricePeriod,
  periodSeconds,
  pricePeriods,
  verificationStatuses,
} from '#contract/enums.ts';
import type { MeasureId } from '#contract/measures.ts';
import { copyLine } from '#service/store/copy-text.ts';
import type { Store } from '#service/store/database.ts';
import { searchColumns } from '#service/store/rows.ts';
import { jetton, type SortColumn, sortColumns } from '#service/store/schema.ts';
import { type StoredMeasureId, storedMeasureIds, storedMeasures } from '#service/store/stored-measures.ts';
import { Fraction, ONE, sumOfDefined, ZERO } from '#testing/oracle/fraction.ts';

/** A jetton of the list. Values are SQL literals, or null if unknown. */
export interface ListedJetton {
  readonly id: number;
  readonly address: string;
  readonly admin: string | null;
  readonly name: string;
  readonly symbol: string;
  readonly verification: string;
  /** Whether a source warns of it. */
  readonly isWarned: boolean;
  /** Values of columns that determine sort values, by name. */
  readonly columns: SortColumns;
  /** Values that lists are sorted or filtered by, as served. */
  readonly values: Readonly<Record<ListedField, string | null>>;
  readonly moves: Moves;
}

export type ListedField = MeasureId;

/** Price changes of periods with trades, as served; null if there is none. */
type Moves = Readonly<Record<MoveUnit, Readonly<Record<PricePeriod, string | null>>>>;

export type SortColumns = Readonly<Record<string, string | null>>;

/** Few values, to create many ties: with TON at 2.5 USD also between values in TON and in USD. */
const times = [
  '2024-02-29 23:59:59.999999+00',
  '2026-01-01 00:00:00+00',
  '2026-01-01 00:00:00.000001+00',
  '1969-12-31 23:59:59.5+00',
];
const counts = ['0', '1', '7', '9223372036854775807'];
const scores = ['0', '50', '100'];
const amounts = ['0', '0.000001', '0.000002', '12.5', '123456789012345678901234567890.123456'];
const tonAmounts = ['0', '0.0000001', '0.0000002', '0.0000004', '5', '49382715604938271560493827156.0493824'];
const usdAmounts = [
  '0',
  '0.0000004999',
  '0.0000005',
  '0.000001',
  '12.5',
  '123456789012345678901234567890.123456',
];
const percents = ['0', '-12.5', '33.333333', '1e-07', '100', '1e+22'];
const usdRatios = ['1', '0.875', '1.33333333', '1.333333333333', '1.000000001', '2', '0'];

const CALCULATED_AT = '2026-01-29 07:50:00+00';
/** At and around the starts of periods. */
const recentTimes = [
  '2026-01-29 07:49:00+00',
  '2026-01-29 07:35:00+00',
  '2026-01-29 07:35:00.000001+00',
  '2026-01-29 01:00:00+00',
  '2026-01-28 07:50:00.5+00',
  '2026-01-10 00:00:00+00',
  '2025-06-01 00:00:00+00',
];
const prices = ['0.0000001', '2', '2.5', '3', '1234.5678901234567890'];
const booleans = ['true', 'false', 'false'];

const generatedRates: Rates = ['2.5', '2.5', '2.5', '2', null, '2.5', '7.3', '2.5'];

const factValues: Readonly<Record<Exclude<SortColumn, StoredMeasureId>, readonly string[]>> = {
  createdAt: times,
  trustScore: scores,
  holdersCount: counts,
};
const ratios = ['0', '1', '7', '33', '100'];
const valuesByType = { integer: counts, decimal: amounts, float: ratios };

function valuesOf(column: SortColumn): readonly string[] {
  return isStoredMeasure(column) ? valuesByType[storedMeasures[column].type] : factValues[column];
}

function isStoredMeasure(column: SortColumn): column is StoredMeasureId {
  return storedMeasureIds.some((id) => id === column);
}

const names = [
  'Toncoin',
  'TON Shark',
  'Groß 100%',
  'GROSS_MEME',
  'Дом',
  'ДОМИК',
  '🚀🌕🚀',
  'Σίσυφος',
  'a\\b\\c',
  "O'Neil",
  'NaN',
  '',
];
const symbols = ['TON', 'ton', 'SHRK', '100%', '_ME', 'ДОМ', '🚀', 'ΣΊΣ', 'B\\C', ''];

/** Deterministic pseudo-random bytes. */
function digest(...parts: readonly (string | number)[]): Buffer {
  return createHash('sha256').update(parts.join(' ')).digest();
}

function pick<Item>(items: readonly Item[], ...parts: readonly (string | number)[]): Item | undefined {
  return items[digest(...parts).readUInt32BE() % items.length];
}

/** Returns a deterministic item; null in one of five cases. */
function pickOrNull(items: readonly string[], ...seed: readonly (string | number)[]): string | null {
  const isDefined = (digest('known', ...seed)[0] ?? 0) % 5 > 0;
  return isDefined ? (pick(items, ...seed) ?? null) : null;
}

/** Returns deterministic values of the columns that determine sort values. */
export function generateColumns(seed: string | number): SortColumns {
  const columns: Record<string, string | null> = {};
  for (const key of sortColumns) columns[jetton[key].name] = pickOrNull(valuesOf(key), key, seed);
  columns.liquidity_ton = pickOrNull(tonAmounts, 'liquidity in TON', seed);
  columns.liquidity_usd = pickOrNull(usdAmounts, 'liquidity in USD', seed);
  const isUsdBased = (part: string) => pick([true, false], part, seed) === true;
  columns.fdmc_ton = isUsdBased('fdmc') ? null : pickOrNull(tonAmounts, 'fdmc', seed);
  columns.fdmc_usd = isUsdBased('fdmc') ? pickOrNull(usdAmounts, 'fdmc', seed) : null;
  columns.mcap_ton = isUsdBased('mcap') ? null : pickOrNull(tonAmounts, 'mcap', seed);
  columns.mcap_usd = isUsdBased('mcap') ? pickOrNull(usdAmounts, 'mcap', seed) : null;
  for (const period of countPeriods) {
    const usdBased = isUsdBased(period);
    columns[`ton_price_change_${period}`] = usdBased ? null : pickOrNull(percents, period, seed);
    columns[`usd_price_ratio_${period}`] = usdBased ? pickOrNull(usdRatios, period, seed) : null;
  }
  for (const period of pricePeriods)
    columns[`traded_ratio_${period}`] = pickOrNull(usdRatios, 'traded', period, seed);
  columns.exit_depth_ton = pickOrNull(tonAmounts, 'exit in TON', seed);
  columns.exit_depth_usd = pickOrNull(usdAmounts, 'exit in USD', seed);
  columns.exit_price_ton = pickOrNull(prices, 'exit price in TON', seed) ?? '1';
  columns.exit_price_usd = pickOrNull(prices, 'exit price in USD', seed) ?? '2.5';
  columns.exit_low_ton = columns.exit_depth_ton && (pick(tonAmounts, 'low in TON', seed) ?? null);
  columns.exit_low_usd = columns.exit_depth_usd && (pick(usdAmounts, 'low in USD', seed) ?? null);
  columns.stable = pick(booleans, 'stable', seed) ?? null;
  columns.usd_based = pick(booleans, 'priced in USD', seed) ?? null;
  columns.price = pickOrNull(prices, 'price', seed);
  columns.first_price = pickOrNull(prices, 'first price', seed);
  columns.first_ton_usd = pickOrNull(prices, 'first rate', seed);
  columns.first_tick_at = pickOrNull(recentTimes, 'first tick', seed);
  columns.last_trade_at = pickOrNull(recentTimes, 'last trade', seed);
  return columns;
}

export function rawAddress(...parts: readonly (string | number)[]): string {
  return `0:${digest('address', ...parts).toString('hex')}`;
}

export function generateJettons(count: number): ListedJetton[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    address: rawAddress(index),
    admin: index % 4 === 0 ? null : rawAddress('admin', index % 7),
    name: pick(names, 'name', index) ?? '',
    symbol: pick(symbols, 'symbol', index) ?? '',
    verification: pick(verificationStatuses, 'verification', index) ?? '',
    isWarned: pick([true, false, false], 'warned', index) ?? false,
    ...withValues(generateColumns(index), generatedRates),
  }));
}

function withValues(columns: SortColumns, rates: Rates): Pick<ListedJetton, 'columns' | 'values' | 'moves'> {
  const { created_at, trust_score, holders_count } = columns;
  const facts = {
    createdAt: created_at ?? null,
    trustScore: trust_score ?? null,
    holders: holders_count ?? null,
  };
  const stored = Object.fromEntries(
    storedMeasureIds.map((id) => [id, columns[storedMeasures[id].name] ?? null]),
  ) as Record<StoredMeasureId, string | null>;
  const moves = servedMoves(columns, rates);
  return { columns, moves, values: { ...facts, ...stored, ...servedValues(columns, rates, moves) } };
}

/** Returns the jettons with their values at other rates. */
export function atRates(jettons: readonly ListedJetton[], rates: Rates): ListedJetton[] {
  return jettons.map((listed) => ({ ...listed, ...withValues(listed.columns, rates) }));
}

/** Replaces the jettons of the store, and the rates. */
export async function insertJettons(
  store: Store,
  jettons: readonly ListedJetton[],
  rates: Rates = generatedRates,
): Promise<void> {
  await store.withExclusiveSession('jetscope', async ({ db, copy }) => {
    await db.execute(sql`truncate jetton, jetton_warning, dataset`);
    const time = sql`timestamptz '${sql.raw(CALCULATED_AT)}'`;
    await db.execute(sql`insert into dataset (source, stables, built_at, calculated_at, rates)
      values ('simulated', '{}', ${time}, ${time}, ${ratesLiteral(rates)})`);
    await copy('jetton', [...metaColumns, ...Object.keys(generateColumns(0))], linesOf(jettons));
    const warned = jettons.filter(({ isWarned }) => isWarned).map(({ id }) => id);
    await db.execute(sql`insert into jetton_warning (jetton_id, source, kind)
      select id, source, 'fake' from unnest(${sql.param(warned)}::int[]) as id, unnest('{a,b}'::text[]) as source`);
  });
}

export async function changeRates({ db }: Store, rates: Rates): Promise<void> {
  await db.execute(sql`update dataset set rates = ${ratesLiteral(rates)}`);
}

function ratesLiteral(rates: Rates): SQL {
  return sql`${`{${rates.map((rate) => rate ?? 'null').join()}}`}::numeric[]`;
}

// biome-ignore format: one name per line would be too long
const metaColumns = [
  'id', 'address', 'admin', 'name', 'symbol', 'verification', 'name_folded', 'symbol_folded', 'grams', 'decimals', 'links',
];

async function* linesOf(jettons: readonly ListedJetton[]): AsyncGenerator<string> {
  for (const { id, address, admin, name, symbol, verification, columns } of jettons) {
    const { nameFolded, symbolFolded, grams } = searchColumns({ name, symbol });
    const meta = [id, address, admin, name, symbol, verification, nameFolded, symbolFolded, grams, 9, '[]'];
    yield copyLine([...meta, ...Object.keys(generateColumns(0)).map((column) => columns[column] ?? null)]);
  }
}

type RateDependentField = Extract<
  MeasureId,
  | 'fdmc'
  | 'mcap'
  | 'tvl'
  | 'liquidityUsd'
  | 'exit1k'
  | 'exit10k'
  | 'worstExit1k'
  | 'worstExit10k'
  | `tonPriceChange${string}`
>;

/** TON in USD at T and at the start of each of `pricePeriods`; null if unknown. */
export type Rates = readonly (string | null)[];

/** Computes the values that lists are sorted or filtered by and that depend on TON/USD, with exact fractions. Null if unknown. */
function servedValues(
  columns: SortColumns,
  rates: Rates,
  moves: Moves,
): Record<RateDependentField, string | null> {
  const tonUsd = parse(rates[0]);
  const inUsd = (ton: Fraction | undefined) => ton && tonUsd && ton.times(tonUsd);
  const inTon = (usd: Fraction | undefined) => usd && tonUsd && usd.over(tonUsd);
  const [liquidityTon, liquidityUsd] = [parse(columns.liquidity_ton), parse(columns.liquidity_usd)];
  const exit = (usd: bigint, reserves: 'depth' | 'low' = 'depth') => {
    const depth = exitDepth(columns, tonUsd, reserves);
    return depth && new Fraction(usd).times(depth).over(new Fraction(usd).plus(depth));
  };
  const change = (period: CountPeriod) => {
    const stored = columns[`ton_price_change_${period}`];
    const ratio = parse(columns[`usd_price_ratio_${period}`]);
    const before = parse(rates[pricePeriods.indexOf(period) + 1]);
    if (stored != null || !ratio || !tonUsd || !before) return stored ?? null;
    return percentOf(ratio.times(before).over(tonUsd));
  };
  return {
    fdmc: decimal(parse(columns.fdmc_usd) ?? inUsd(parse(columns.fdmc_ton)), 6),
    mcap: decimal(parse(columns.mcap_usd) ?? inUsd(parse(columns.mcap_ton)), 6),
    tvl: decimal(sumOfDefined([liquidityTon, inTon(liquidityUsd)]), 9),
    liquidityUsd: decimal(sumOfDefined([inUsd(liquidityTon), liquidityUsd]), 6),
    exit1k: decimal(exit(1_000n), 6),
    exit10k: decimal(exit(10_000n), 6),
    worstExit1k: decimal(exit(1_000n, 'low'), 6),
    worstExit10k: decimal(exit(10_000n, 'low'), 6),
    tonPriceChangeMin15: moves.ton.min15,
    tonPriceChangeHour12: moves.ton.hour12,
    tonPriceChangeHour: change('hour'),
    tonPriceChangeHour6: change('hour6'),
    tonPriceChangeDay: change('day'),
    tonPriceChangeWeek: change('week'),
    tonPriceChangeMonth: change('month'),
  };
}

function exitDepth(
  columns: SortColumns,
  tonUsd: Fraction | undefined,
  reserves: 'depth' | 'low',
): Fraction | undefined {
  const inUsd = (inTon: Fraction | undefined) => inTon && tonUsd && inTon.times(tonUsd);
  const fromTon = inUsd(parse(columns[`exit_${reserves}_ton`]));
  const fromUsd = parse(columns[`exit_${reserves}_usd`]);
  if (!fromTon || !fromUsd) return fromTon ?? fromUsd;
  const [priceTon, priceUsd] = [parse(columns.exit_price_ton) ?? ONE, parse(columns.exit_price_usd) ?? ONE];
  const quotient = priceTon
    .times(tonUsd ?? ONE)
    .over(priceUsd)
    .toNumber();
  if (quotient >= 0.99 && quotient <= 1.01) return fromTon.plus(fromUsd);
  const [depthTon, depthUsd] = [inUsd(parse(columns.exit_depth_ton)), parse(columns.exit_depth_usd)];
  return depthTon && depthUsd && depthTon.compare(depthUsd) > 0 ? fromTon : fromUsd;
}

function servedMoves(columns: SortColumns, rates: Rates): Moves {
  const [price, firstPrice] = [parse(columns.price), parse(columns.first_price)];
  const tonUsd = parse(rates[0]);
  const isInUsd = columns.usd_based === 'true';
  /** Converts a ratio of prices, given TON in USD at the earlier time. */
  const inUnit = (unit: MoveUnit, ratio: Fraction, before: Fraction | undefined) => {
    if (unit === 'usd' && columns.stable === 'true') return '0';
    if ((unit === 'usd') === isInUsd) return percentOf(ratio);
    if (!tonUsd || !before) return null;
    return percentOf(isInUsd ? ratio.times(before).over(tonUsd) : ratio.times(tonUsd).over(before));
  };
  const moveOver = (unit: MoveUnit, period: PricePeriod) => {
    const ratio = parse(columns[`traded_ratio_${period}`]);
    if (ratio) return inUnit(unit, ratio, parse(rates[pricePeriods.indexOf(period) + 1]));
    if (!price || !firstPrice || !isWithin(columns.first_tick_at, period)) return null;
    return inUnit(unit, price.over(firstPrice), parse(columns.first_ton_usd));
  };
  const moves = (unit: MoveUnit) =>
    Object.fromEntries(pricePeriods.map((period) => [period, moveOver(unit, period)]));
  return { ton: moves('ton'), usd: moves('usd') } as Moves;
}

/** Whether a time, in microseconds, is within a period before the calculation. */
export function isWithin(time: string | null | undefined, period: PricePeriod): boolean {
  if (time == null) return false;
  const [, milliseconds = '', rest = ''] = /^(.{19}(?:\.\d{1,3})?)(\d*)\+00$/.exec(time) ?? [];
  const age = Date.parse(CALCULATED_AT) - Date.parse(`${milliseconds}Z`);
  return age - (Number(rest) > 0 ? 0.001 : 0) < periodSeconds[period] * 1000;
}

/** Change of a ratio of prices. */
function percentOf(ratio: Fraction): string {
  return String(Number(decimal(ratio.minus(ONE).times(new Fraction(100n)), 6)));
}

function parse(text: string | null | undefined): Fraction | undefined {
  return text == null ? undefined : Fraction.parse(text);
}

/** Rounds half away from zero, as numbers in SQL. */
function decimal(value: Fraction | undefined, decimals: number): string | null {
  if (!value) return null;
  const units = value.compare(ZERO) < 0 ? -ZERO.minus(value).rounded(decimals) : value.rounded(decimals);
  return decimalFromAmount({ value: String(units), decimals });
}
