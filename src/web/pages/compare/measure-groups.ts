import type { Currency, PricePeriod } from '#contract/enums.ts';
import type { ValueColumnId } from '#web/grid/rows/cells.tsx';
import { currencyUnit, nativeCoin } from '#web/lib/native-coin.ts';
import { countPeriodOf, periodLabels } from '#web/lib/numbers/periods.ts';

export interface MeasureGroup {
  readonly title: string;
  readonly measures: readonly ValueColumnId[];
}

/** Returns the rows of the comparison by group. Labels and values are those of the screener's columns. */
export function measureGroups(currency: Currency, period: PricePeriod): readonly MeasureGroup[] {
  const unit = currencyUnit(currency);
  return [
    { title: `Price and size, ${unit}`, measures: ['price', 'liquidity', 'fdmc', 'mcap'] },
    {
      title: `Price change in ${nativeCoin.symbol}`,
      measures: ['change15m', 'change1h', 'change6h', 'change12h', 'change24h', 'change7d', 'change30d'],
    },
    {
      title: 'Price change in USD',
      measures: ['usd15m', 'usd1h', 'usd6h', 'usd12h', 'usd24h', 'usd7d', 'usd30d'],
    },
    {
      title: `${periodLabels[countPeriodOf(period)]} activity, volume in USD`,
      measures: ['volume', 'transactions', 'traders'],
    },
    { title: 'Facts', measures: ['holders', 'trust', 'age', 'supply', 'mintable', 'admin'] },
  ];
}
