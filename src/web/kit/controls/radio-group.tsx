import { useId } from 'react';
import type { PricePeriod } from '#contract/enums.ts';
import { periodLabels } from '#web/money/periods.ts';
import styles from './controls.module.css';

interface Props<Value extends string> {
  readonly legend: string;
  readonly title?: string;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
  /** Pairs of a value and its label. */
  readonly children: readonly (readonly [Value, string])[];
}

/** Radio buttons in the form of a segmented control. */
export function RadioGroup<Value extends string>({ legend, title, value, onChoose, children }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.segments} title={title}>
      <legend className="visually-hidden">{legend}</legend>
      {children.map(([option, label]) => (
        <label key={option} className={styles.option} data-checked={option === value ? '' : undefined}>
          <input
            type="radio"
            className="cover"
            name={name}
            checked={option === value}
            onChange={() => onChoose(option)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface PeriodRadioGroupProps<Period extends PricePeriod> {
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
}: PeriodRadioGroupProps<Period>) {
  return (
    <RadioGroup legend={legend} value={period} onChoose={onPeriod}>
      {periods.map((option) => [option, periodLabels[option]])}
    </RadioGroup>
  );
}
