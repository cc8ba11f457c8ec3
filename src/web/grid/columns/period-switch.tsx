import { pricePeriods } from '#contract/enums.ts';
import { PeriodRadioGroup } from '#web/components/controls/period-radio-group.tsx';
import type { Screen } from '#web/lib/screen/screen.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import { usePeriod } from './use-period.ts';

interface Props {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
}

/** Over what the table counts volume, transactions and traders, and its column of the change. */
export function PeriodSwitch({ screen, onChange }: Props) {
  const { period, choose } = usePeriod(screen, onChange);
  return (
    <PeriodRadioGroup periods={pricePeriods} legend="Period of the table" period={period} onPeriod={choose} />
  );
}
