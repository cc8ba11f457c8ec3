import { type SQL, sql } from 'drizzle-orm';
import { type Currency, periodSeconds, pricePeriods } from '#contract/enums.ts';
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

/** Prices of a jetton at T and, for each price period, T−L. */
export interface PricesRow {
  /** Array literal; null if the jetton has no market. */
  readonly prices: string | null;
  /** Whether `prices` are in USD instead of TON. */
  readonly usdBased: boolean | null;
  readonly stable: boolean;
}

/** Columns of PricesRow, from `jetton j` and `jetton_statistics s`. */
export const pricesColumns = sql`s.prices, j.usd_based as "usdBased", j.stable`;

// Ages of the elements of `jetton_statistics.prices` and `dataset.rates`.
const instants = sql.raw(
  [0, ...pricePeriods.map((period) => periodSeconds[period])]
    .map((seconds, index) => `(${index + 1}, interval '${seconds} seconds')`)
    .join(', '),
);

/** Conversion rates at the same times. */
export interface RatesRow {
  /** TON in USD; array literal, or null before the first calculation. */
  readonly rates: string | null;
  /** Units of the currency per 1 USD; array literal. */
  readonly fx: string | null;
}

/**
 * Columns of RatesRow. Uncorrelated subqueries are evaluated once, not for every row, but read the same snapshot as the
 * rest of the statement.
 */
export function ratesColumns(unit: Currency): SQL {
  const rates = sql`(select rates::text from dataset) as rates`;
  if (unit === 'ton' || unit === 'usd') return sql`${rates}, null as fx`;
  return sql`${rates}, (
    select array_agg(fx_rate(${unit}, calculated_at - age) order by ordinal)::text
    from dataset cross join (values ${instants}) as instant (ordinal, age)) as fx`;
}

const ONE: Decimal = { digits: 1n, scale: 0 };

type Series = readonly (Decimal | undefined)[];

/** Values of 1 TON and 1 USD in a unit. */
export interface UnitValues {
  readonly unit: Currency;
  readonly ton: Series;
  readonly usd: Series;
}

export function unitValues(unit: Currency, { rates, fx }: RatesRow): UnitValues {
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

/** Parsed PricesRow. */
export interface Prices {
  readonly series: Series;
  readonly usdBased: boolean;
  readonly stable: boolean;
}

export function parsePrices({ prices, usdBased, stable }: PricesRow): Prices {
  return { series: parseSeries(prices), usdBased: usdBased === true, stable };
}

/**
 * Returns the price changes in a unit (numbers: changes over periods) as JSON text, with `@` in place of every
 * `calculatedAt`. SQL takes five times as long.
 */
export function priceChangeSet(prices: Prices, values: UnitValues): string {
  const [current, ...previous] = pricesIn(values, prices);
  if (!current) return '{}';
  const currentAmount = priceAmountJson(current);
  let changes = '';
  previous.forEach((price, index) => {
    if (!price) return;
    const percent = changePercentJson(current, price);
    changes += `${changes && ','}"${pricePeriods[index]}":{"changePercent":${percent},"previous":${priceAmountJson(price)},"current":${currentAmount},"calculatedAt":"${CALCULATED_AT}"}`;
  });
  return `{${changes}}`;
}

function pricesIn({ unit, ton, usd }: UnitValues, { series, usdBased, stable }: Prices): Series {
  // A stablecoin is worth exactly 1 USD.
  if (stable && unit !== 'ton') return series.map((price, index) => price && usd[index]);
  return multiplyEach(series, usdBased ? usd : ton);
}
