import { useId } from 'react';
import { type PricePeriod, pricePeriods } from '#contract/enums.ts';
import { periodLabels } from '#web/lib/periods.ts';
import styles from './period-radios.module.css';

interface Props {
  readonly legend: string;
  readonly period: PricePeriod;
  readonly onPeriod: (period: PricePeriod) => void;
}

/** All periods beside each other, one of them in force. */
export function PeriodRadios({ legend, period, onPeriod }: Props) {
  const group = useId();
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">{legend}</legend>
      {pricePeriods.map((option) => (
        <label key={option} className={styles.option}>
          <input type="radio" name={group} checked={option === period} onChange={() => onPeriod(option)} />
          {periodLabels[option]}
        </label>
      ))}
    </fieldset>
  );
}
