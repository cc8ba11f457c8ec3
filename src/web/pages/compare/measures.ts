import type { Currency, PricePeriod } from '#contract/enums.ts';
import type { ValueColumnId } from '#web/grid/rows/cells.tsx';
import { countPeriodOf, periodLabels } from '#web/lib/numbers/periods.ts';

export interface MeasureGroup {
  readonly title: string;
  readonly measures: readonly ValueColumnId[];
}

/** Rows of the comparison; what they are called and show is as in the table of all jettons. */
export function measureGroups(currency: Currency, period: PricePeriod): readonly MeasureGroup[] {
  const unit = currency.toUpperCase();
  return [
    { title: `Price and size, ${unit}`, measures: ['price', 'liquidity', 'fdmc', 'mcap'] },
    {
      title: 'Change of the price in TON',
      measures: ['change15m', 'change1h', 'change6h', 'change12h', 'change24h', 'change7d', 'change30d'],
    },
    {
      title: 'Change of the price in USD',
      measures: ['usd15m', 'usd1h', 'usd6h', 'usd12h', 'usd24h', 'usd7d', 'usd30d'],
    },
    {
      title: `Activity of ${periodLabels[countPeriodOf(period)]}, volume in USD`,
      measures: ['volume', 'transactions', 'traders'],
    },
    { title: 'Facts', measures: ['holders', 'trust', 'age', 'supply', 'mintable', 'admin'] },
  ];
}
