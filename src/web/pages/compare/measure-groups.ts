import type { ValueColumnId } from '#web/grid/rows/cells.tsx';
import type { DisplaySettings } from '#web/grid/rows/row-data.ts';
import { currencyUnit, nativeCoin } from '#web/lib/native-coin.ts';
import { sumUnit } from '#web/lib/numbers/exchange-rate.ts';
import { countPeriodOf, periodLabels } from '#web/lib/numbers/periods.ts';

export interface MeasureGroup {
  readonly title: string;
  readonly measures: readonly ValueColumnId[];
}

const currencyChanges: readonly ValueColumnId[] = [
  'change15m',
  'change1h',
  'change6h',
  'change12h',
  'change24h',
  'change7d',
  'change30d',
];

/** Returns the rows of the comparison by group. Labels and values are those of the screener's columns. */
export function measureGroups({ currency, rate, period }: DisplaySettings): readonly MeasureGroup[] {
  const unit = currencyUnit(currency);
  return [
    { title: `Price and size, ${unit}`, measures: ['price', 'liquidity', 'fdmc', 'mcap'] },
    ...(currency === 'usd' || currency === 'ton'
      ? []
      : [{ title: `Price change in ${unit}`, measures: currencyChanges }]),
    {
      title: `Price change in ${nativeCoin.symbol}`,
      measures: ['ton15m', 'ton1h', 'ton6h', 'ton12h', 'ton24h', 'ton7d', 'ton30d'],
    },
    {
      title: 'Price change in USD',
      measures: ['usd15m', 'usd1h', 'usd6h', 'usd12h', 'usd24h', 'usd7d', 'usd30d'],
    },
    {
      title: `${periodLabels[countPeriodOf(period)]} activity, volume in ${sumUnit(rate)}`,
      measures: ['volume', 'transactions', 'traders'],
    },
    { title: 'Facts', measures: ['holders', 'trust', 'age', 'supply', 'mintable', 'admin'] },
  ];
}
