import control from './controls.module.css';

interface Props<Value extends string> {
  readonly id?: string;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
  /** Pairs of a value and its label. */
  readonly children: readonly (readonly [Value, string])[];
}

export function Select<Value extends string>({ id, value, onChoose, children }: Props<Value>) {
  return (
    <select
      id={id}
      className={control.select}
      value={value}
      onChange={({ target }) => {
        const chosen = children.find(([option]) => option === target.value);
        if (chosen) onChoose(chosen[0]);
      }}
    >
      {children.map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </select>
  );
}
