import type { PricePeriod } from '#contract/enums.ts';
import { periodLabels } from '#web/money/periods.ts';
import { RadioGroup } from './radio-group.tsx';

interface Props<Period extends PricePeriod> {
  readonly legend: string;
  readonly periods: readonly Period[];
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
}

export function PeriodRadioGroup<Period extends PricePeriod>({
  legend,
  periods,
  period,
  onPeriod,
}: Props<Period>) {
  return (
    <RadioGroup legend={legend} value={period} onChoose={onPeriod}>
      {periods.map((option) => [option, periodLabels[option]])}
    </RadioGroup>
  );
}
