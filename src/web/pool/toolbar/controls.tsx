import type { ReactNode } from 'react';
import { focusMain } from '#web/kit/controls/button.tsx';
import { Select } from '#web/kit/controls/select.tsx';
import toggle from '#web/kit/controls/toggle-button.module.css';
import styles from './chart-toolbar.module.css';

interface ToolButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Undefined for a button that is not a toggle. */
  readonly isOn?: boolean;
  /** A press removes the button. The focus moves to the content of the page. */
  readonly disappears?: boolean;
  readonly onPress: () => void;
}

/** A button with an icon. Its label is visible on wide screens without touch, and a tooltip on others. */
export function ToolButton({ label, icon, isOn, disappears = false, onPress }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={`${toggle.button} ${styles.button}`}
      title={label}
      aria-pressed={isOn}
      onClick={() => {
        if (disappears) focusMain();
        onPress();
      }}
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
      <span className={hasLabel ? 'hint rigid' : 'visually-hidden'}>{label}</span>
      <Select value={value} onChoose={onChoose}>
        {children}
      </Select>
    </label>
  );
}

/** Returns an icon of 16 pixels in the color of the text. */
export function icon(children: ReactNode) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** Icons of the chart toolbar. */
export const icons = {
  candles: icon(<path d="M5 1.5v2m0 8v3m6-12v3m0 5v3M3 3.5h4v8H3zm6 2h4v5H9z" />),
  bars: icon(<path d="M5 2v12M5 5H2.5M5 11h2.5M11 1.5v10M11 4H8.5M11 9h2.5" />),
  line: icon(<path d="M1.5 11.5 5.5 6l3.5 3 5.5-6.5" />),
  area: icon(<path d="M1.5 13.5v-4L5.5 5l3.5 3 5.5-6v11.5z" />),
  dots: icon(<path d="M2.5 11h.01M5.5 7h.01M8.5 9h.01M11 5h.01M13.5 3h.01" strokeWidth="2.5" />),
  indicators: icon(<path d="M1.5 10c3 0 3-6 6-6s3 6 7 6M1.5 13.5h13" />),
  measure: icon(<path d="M1.5 11 11 1.5 14.5 5 5 14.5zM5.5 7l1.5 1.5M8 4.5 9.5 6" />),
  priceLine: icon(<path d="M1.5 8h2m2 0h5m2 0h2M8 2v3m0 6v3" />),
  alert: icon(<path d="M3 11.5h10L12 9V6a4 4 0 0 0-8 0v3zM7 14h2" />),
  clear: icon(<path d="M2.5 4h11M6 4V2.5h4V4M4 4l.7 9.5h6.6L12 4" />),
  image: icon(<path d="M1.5 5h3l1.5-2h4l1.5 2h3v8.5h-13zM8 11.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z" />),
  fullScreen: icon(<path d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" />),
};
