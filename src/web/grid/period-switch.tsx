import { useId } from 'react';
import { pricePeriods } from '#contract/enums.ts';
import { periodLabels } from '#web/lib/periods.ts';
import type { Screen } from '#web/lib/screen.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import styles from './period-switch.module.css';
import { usePeriod } from './use-period.ts';

interface Props {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
}

/** Over what the table counts volume, transactions and traders, and its column of the change. */
export function PeriodSwitch({ screen, onChange }: Props) {
  const { period, choose } = usePeriod(screen, onChange);
  const group = useId();
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">Period of the table</legend>
      {pricePeriods.map((option) => (
        <label key={option} className={styles.option}>
          <input type="radio" name={group} checked={option === period} onChange={() => choose(option)} />
          {periodLabels[option]}
        </label>
      ))}
    </fieldset>
  );
}
