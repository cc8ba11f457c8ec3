import type { ReactNode } from 'react';
import { Select } from '#web/kit/controls/select.tsx';
import toggle from '#web/kit/controls/toggle-button.module.css';
import styles from './chart-toolbar.module.css';

interface ToolButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Undefined for a button that is not a toggle. */
  readonly isOn?: boolean;
  readonly onPress: () => void;
}

/** A button with an icon. Its label is visible on wide screens without touch, and a tooltip on others. */
export function ToolButton({ label, icon, isOn, onPress }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={`${toggle.button} ${styles.button}`}
      title={label}
      aria-pressed={isOn}
      onClick={onPress}
    >
      {icon}
      <span className={styles.text}>{label}</span>
    </button>
  );
}

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly icon?: ReactNode;
  /** Whether the label is visible. */
  readonly hasLabel?: boolean;
  readonly onChoose: (value: Value) => void;
  /** Values and their labels. */
  readonly children: readonly (readonly [Value, string])[];
}

export function SelectField<Value extends string>({
  label,
  value,
  icon,
  hasLabel,
  onChoose,
  children,
}: SelectFieldProps<Value>) {
  return (
    <label className={styles.field} data-icon={icon ? '' : undefined}>
      {icon}
      <span className={hasLabel ? styles.label : 'visually-hidden'}>{label}</span>
      <Select value={value} onChoose={onChoose}>
        {children}
      </Select>
    </label>
  );
}
