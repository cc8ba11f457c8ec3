import type { PricePeriod } from '#contract/enums.ts';
import { periodLabels } from '#web/lib/numbers/periods.ts';
import { Radios } from './radios.tsx';

interface Props<Period extends PricePeriod> {
  readonly legend: string;
  readonly periods: readonly Period[];
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
}

/** Periods beside each other, one of them in force. */
export function PeriodRadios<Period extends PricePeriod>({
  legend,
  periods,
  period,
  onPeriod,
}: Props<Period>) {
  return (
    <Radios legend={legend} value={period} onChoose={onPeriod}>
      {periods.map((option) => [option, periodLabels[option]])}
    </Radios>
  );
}
