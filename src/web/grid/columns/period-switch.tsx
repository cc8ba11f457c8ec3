import { pricePeriods } from '#contract/enums.ts';
import { PeriodRadioGroup } from '#web/kit/controls/radio-group.tsx';
import type { Screen } from '#web/list/list-state.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import { usePeriod } from './use-period.ts';

interface Props {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
}

/** Selects the period of the volume, transactions, traders and change columns. */
export function PeriodSwitch({ screen, onChange }: Props) {
  const { period, choose } = usePeriod(screen, onChange);
  return <PeriodRadioGroup periods={pricePeriods} legend="Period" period={period} onPeriod={choose} />;
}
