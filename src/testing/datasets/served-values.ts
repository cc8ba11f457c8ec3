import { decimalFromAmount } from '#contract/amount.ts';
import { type CountPeriod, pricePeriods } from '#contract/enums.ts';
import type { MeasureId } from '#contract/measures.ts';

import { Fraction, ONE, sumOfDefined, ZERO } from '#testing/oracle/fraction.ts';

type RateDependentField = Extract<
  MeasureId,
  'fdmc' | 'mcap' | 'tvl' | 'liquidityUsd' | `tonPriceChange${string}`
>;

/** TON in USD at T and at the start of each of `pricePeriods`; null if unknown. */
export type Rates = readonly (string | null)[];

type Columns = Readonly<Record<string, string | null>>;

/** Computes the values that lists are sorted or filtered by and that depend on TON/USD, with exact fractions. Null if unknown. */
export function servedValues(columns: Columns, rates: Rates): Record<RateDependentField, string | null> {
  const tonUsd = parse(rates[0]);
  const inUsd = (ton: Fraction | undefined) => ton && tonUsd && ton.times(tonUsd);
  const inTon = (usd: Fraction | undefined) => usd && tonUsd && usd.over(tonUsd);
  const [liquidityTon, liquidityUsd] = [parse(columns.liquidity_ton), parse(columns.liquidity_usd)];
  const change = (period: CountPeriod) => {
    const stored = columns[`ton_price_change_${period}`];
    const ratio = parse(columns[`usd_price_ratio_${period}`]);
    const before = parse(rates[pricePeriods.indexOf(period) + 1]);
    if (stored != null || !ratio || !tonUsd || !before) return stored ?? null;
    const percent = ratio.times(before).over(tonUsd).minus(ONE).times(new Fraction(100n));
    return String(Number(decimal(percent, 6)));
  };
  return {
    fdmc: decimal(parse(columns.fdmc_usd) ?? inUsd(parse(columns.fdmc_ton)), 6),
    mcap: decimal(parse(columns.mcap_usd) ?? inUsd(parse(columns.mcap_ton)), 6),
    tvl: decimal(sumOfDefined([liquidityTon, inTon(liquidityUsd)]), 9),
    liquidityUsd: decimal(sumOfDefined([inUsd(liquidityTon), liquidityUsd]), 6),
    tonPriceChangeHour: change('hour'),
    tonPriceChangeHour6: change('hour6'),
    tonPriceChangeDay: change('day'),
    tonPriceChangeWeek: change('week'),
    tonPriceChangeMonth: change('month'),
  };
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
