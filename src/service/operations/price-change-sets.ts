import { type SQL, sql } from 'drizzle-orm';
import { type Currency, type MoveUnit, periodSeconds, pricePeriods } from '#contract/enums.ts';
import { CALCULATED_AT } from '#service/market/statistics-text.ts';
import { PRICE_SCALE } from '#service/market/ticks.ts';
import {
  changePercentJson,
  type Decimal,
  invert,
  multiply,
  parseDecimal,
  priceAmountJson,
} from './decimal.ts';
import { joinMultiplier } from './multipliers.ts';

/** Prices of a jetton and conversion rates, both at T and, for each price period, T−L. */
export interface PriceChangeRow {
  /** Array literal; null if the jetton has no market. */
  readonly prices: string | null;
  /** Whether `prices` are in USD instead of TON. */
  readonly usdBased: boolean | null;
  readonly stable: boolean;
  /** TON in USD; array literal, or null before the first calculation. The same in all rows, like `fx`. */
  readonly rates: string | null;
  /** Units of the currency per 1 USD; array literal. */
  readonly fx: string | null;
  /** The multiplier of the jetton; null without one. */
  readonly numerator: string | null;
  readonly denominator: string | null;
}

// Ages of the elements of `jetton_statistics.prices` and `dataset.rates`.
const instants = sql.raw(
  [0, ...pricePeriods.map((period) => periodSeconds[period])]
    .map((seconds, index) => `(${index + 1}, interval '${seconds} seconds')`)
    .join(', '),
);

/** Joins what `priceChangeColumns` reads besides `jetton j`. */
export const priceChangeJoins = sql`
  left join jetton_statistics s on s.jetton_id = j.id ${joinMultiplier(sql`j`, sql`multiplier`)}`;

/**
 * Columns of PriceChangeRow for changes in a unit, from `jetton j` and `priceChangeJoins`. Uncorrelated subqueries are
 * evaluated once, not for every row, but read the same snapshot as the rest of the statement.
 */
export function priceChangeColumns(unit: Currency): SQL {
  const columns = sql`s.prices, j.usd_based as "usdBased", j.stable, (select rates::text from dataset) as rates,
    multiplier.numerator, multiplier.denominator`;
  if (unit === 'ton' || unit === 'usd') return sql`${columns}, null as fx`;
  return sql`${columns}, (
    select array_agg(fx_rate(${unit}, calculated_at - age) order by ordinal)::text
    from dataset cross join (values ${instants}) as instant (ordinal, age)) as fx`;
}

/**
 * Returns the price changes of each row in each of the units (numbers: changes over periods) as JSON texts, with `@` in
 * place of every `calculatedAt`. SQL takes five times as long.
 */
export function priceChangeSets(rows: readonly PriceChangeRow[], ...units: readonly Currency[]): string[][] {
  return inEachUnit(rows, units, (prices, row) => priceChangeSet(prices, percentsOf(prices), row));
}

/** Returns the price changes and moves (specification: moves) of each row in each of the units, as JSON texts. */
export function priceChangesAndMoves(
  rows: readonly FirstPriceRow[],
  ...units: readonly MoveUnit[]
): { readonly changes: string; readonly moves: string }[][] {
  return inEachUnit(rows, units, (prices, row, unit) => {
    const percents = percentsOf(prices);
    return { changes: priceChangeSet(prices, percents, row), moves: moveSet(prices, percents, row, unit) };
  });
}

function inEachUnit<Row extends PriceChangeRow, Unit extends Currency, Result>(
  rows: readonly Row[],
  units: readonly Unit[],
  toResult: (prices: Series, row: Row, unit: Unit) => Result,
): Result[][] {
  const [first] = rows;
  if (!first) return [];
  const values = units.map((unit) => [unit, unitValues(unit, first)] as const);
  return rows.map((row) => {
    const prices = parseSeries(row.prices);
    return values.map(([unit, inUnit]) => toResult(pricesIn(inUnit, prices, row), row, unit));
  });
}

/** The first price of a jetton, for moves. Ages are in seconds at T; null if there was none. */
export interface FirstPriceRow extends PriceChangeRow {
  readonly lastTradeAge: number | null;
  readonly firstTickAge: number | null;
  /** RFC 3339, in milliseconds. */
  readonly firstTickAt: string | null;
  /** In the unit of `prices`. */
  readonly firstPrice: string | null;
  /** TON in USD at that time. */
  readonly firstTonUsd: string | null;
}

/** Columns of FirstPriceRow in addition to those of PriceChangeRow, from `jetton j`. */
export const firstPriceColumns: SQL = sql`${ageOf(sql`j.last_trade_at`)} as "lastTradeAge",
  ${ageOf(sql`j.first_tick_at`)} as "firstTickAge", iso(j.first_tick_at) as "firstTickAt",
  j.first_price as "firstPrice", j.first_ton_usd as "firstTonUsd"`;

function ageOf(time: SQL): SQL {
  return sql`extract(epoch from (select calculated_at from dataset) - ${time})::float8`;
}

const ONE: Decimal = { digits: 1n, scale: 0 };

type Series = readonly (Decimal | undefined)[];

/** Values of 1 TON and 1 USD in a unit. */
interface UnitValues {
  readonly unit: Currency;
  readonly ton: Series;
  readonly usd: Series;
}

function unitValues(unit: Currency, { rates, fx }: PriceChangeRow): UnitValues {
  const tonUsd = parseSeries(rates);
  const ones = tonUsd.map(() => ONE);
  if (unit === 'ton')
    return { unit, ton: ones, usd: tonUsd.map((rate) => rate && invert(rate, PRICE_SCALE)) };
  if (unit === 'usd') return { unit, ton: tonUsd, usd: ones };
  const usd = parseSeries(fx);
  return { unit, ton: multiplyEach(tonUsd, usd), usd };
}

function multiplyEach(first: Series, second: Series): Series {
  return first.map((value, index) => {
    const other = second[index];
    return value && other && multiply(value, other);
  });
}

/** Parses an array literal of numbers and nulls. */
function parseSeries(literal: string | null): Series {
  if (literal === null) return [];
  const elements = literal.slice(1, -1).split(',');
  return elements.map((text) => (text === 'NULL' ? undefined : parseDecimal(text)));
}

function pricesIn(
  { unit, ton, usd }: UnitValues,
  prices: Series,
  { usdBased, stable }: PriceChangeRow,
): Series {
  // A stablecoin is worth exactly 1 USD.
  if (stable && unit !== 'ton') return prices.map((price, index) => price && usd[index]);
  return multiplyEach(prices, usdBased ? usd : ton);
}

/** Changes from the start of each period in percent, as JSON; undefined without a price. */
function percentsOf([current, ...previous]: Series): readonly (string | undefined)[] {
  return previous.map((price) => current && price && changePercentJson(current, price));
}

function priceChangeSet(
  [current, ...previous]: Series,
  percents: readonly (string | undefined)[],
  row: PriceChangeRow,
): string {
  if (!current) return '{}';
  const perUnit = displayedUnitOf(row);
  const amountOf = (price: Decimal) => priceAmountJson(perUnit ? multiply(price, perUnit) : price);
  const currentAmount = amountOf(current);
  let changes = '';
  previous.forEach((price, index) => {
    if (!price) return;
    changes += `${changes && ','}"${pricePeriods[index]}":{"changePercent":${percents[index]},"previous":${amountOf(price)},"current":${currentAmount},"calculatedAt":"${CALCULATED_AT}"}`;
  });
  return `{${changes}}`;
}

/** Units of the contract per displayed unit; undefined without a multiplier. */
function displayedUnitOf({ numerator, denominator }: PriceChangeRow): Decimal | undefined {
  if (numerator === null || denominator === null) return undefined;
  // As many digits as PRICE_SCALE gives a price.
  const inverse = invert(parseDecimal(numerator), PRICE_SCALE + numerator.length);
  return multiply(parseDecimal(denominator), inverse);
}

function moveSet(
  [current]: Series,
  percents: readonly (string | undefined)[],
  row: FirstPriceRow,
  unit: MoveUnit,
): string {
  const { lastTradeAge, firstTickAge, firstTickAt } = row;
  if (!current || lastTradeAge === null) return '{}';
  const isYoung = firstTickAge !== null && firstTickAge < periodSeconds.month;
  const first = isYoung ? firstPriceIn(unit, row) : undefined;
  const sinceFirst = first && changePercentJson(current, first);
  let moves = '';
  pricePeriods.forEach((period, index) => {
    const percent = percents[index];
    const [age, change] = percent === undefined ? [firstTickAge, sinceFirst] : [lastTradeAge, percent];
    if (change === undefined || age === null || age >= periodSeconds[period]) return;
    const since = percent === undefined ? `,"since":"${firstTickAt}"` : '';
    moves += `${moves && ','}"${period}":{"changePercent":${change}${since}}`;
  });
  return `{${moves}}`;
}

function firstPriceIn(unit: MoveUnit, row: FirstPriceRow): Decimal | undefined {
  const { firstPrice, firstTonUsd } = row;
  if (firstPrice === null) return undefined;
  const rates = `{${firstTonUsd ?? 'NULL'}}`;
  return pricesIn(unitValues(unit, { ...row, rates }), [parseDecimal(firstPrice)], row)[0];
}
