import { pricePeriods } from '#contract/enums.ts';
import type { ValueColumnId } from '#web/grid/rows/cells.tsx';
import type { DisplaySettings } from '#web/grid/rows/row-values.ts';
import type { ChangeUnit } from '#web/list/columns.ts';
import { type FilterGroupId, filterTextOf, measureColumns, rangeIds } from '#web/list/measure-texts.ts';
import { sumUnit } from '#web/money/exchange-rate.ts';
import { sumUnit } from '#web/money/amounts.ts';
import { currencyUnit, nativeCoin } from '#web/money/native-coin.ts';
import { countPeriodOf, periodLabels } from '#web/money/periods.ts';

export interface MeasureGroup {
  readonly title: string;
  readonly measures: readonly ValueColumnId[];
}

/** Returns the columns of price changes in one unit. */
function changesIn(unit: ChangeUnit): readonly ValueColumnId[] {
  return pricePeriods.map((period) => `${unit}${periodLabels[period]}` as const);
}

/** Returns the columns of measures in a group of filters. */
function columnsIn(group: FilterGroupId): readonly ValueColumnId[] {
  return measureColumns
    .filter(({ measure }) => rangeIds.some((id) => id === measure && filterTextOf(id).group === group))
    .map(({ id }) => id);
}

/** Returns the rows of the comparison by group. Labels and values are those of the screener's columns. */
export function measureGroups({ currency, rate, period }: DisplaySettings): readonly MeasureGroup[] {
  const unit = currencyUnit(currency);
  return [
    { title: `Price and size, ${unit}`, measures: ['price', ...columnsIn('size')] },
    ...(currency === 'usd' || currency === 'ton'
      ? []
      : [{ title: `Price change in ${unit}`, measures: changesIn('change') }]),
    { title: `Price change in ${nativeCoin.symbol}`, measures: changesIn('ton') },
    { title: 'Price change in USD', measures: changesIn('usd') },
    {
      title: `${periodLabels[countPeriodOf(period)]} activity, volume in ${sumUnit(rate)}`,
      measures: columnsIn('activity'),
    },
    { title: 'Facts', measures: [...columnsIn('facts'), 'supply', 'mintable', 'admin'] },
  ];
}
