import control from './control.module.css';

interface Props<Value extends string> {
  readonly id?: string;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
  /** Values with their names. */
  readonly children: readonly (readonly [Value, string])[];
}

export function Select<Value extends string>({ id, value, onChoose, children }: Props<Value>) {
  return (
    <select
      id={id}
      className={control.select}
      value={value}
      onChange={({ target }) => {
        const chosen = children.find(([known]) => known === target.value);
        if (chosen) onChoose(chosen[0]);
      }}
    >
      {children.map(([known, name]) => (
        <option key={known} value={known}>
          {name}
        </option>
      ))}
    </select>
  );
}
