import { useId } from 'react';
import styles from './radio-group.module.css';

interface Props<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
  /** Values with their names. */
  readonly children: readonly (readonly [Value, string])[];
}

/** All choices beside each other, one of them in force. */
export function RadioGroup<Value extends string>({ legend, value, onChoose, children }: Props<Value>) {
  const group = useId();
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">{legend}</legend>
      {children.map(([option, name]) => (
        <label key={option} className={styles.option}>
          <input type="radio" name={group} checked={option === value} onChange={() => onChoose(option)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
