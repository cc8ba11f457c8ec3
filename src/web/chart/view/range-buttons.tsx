import type { ReactNode } from 'react';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { type ChartView, type NamedRange, ranges } from '#web/chart/chart-view.ts';
import toggle from '#web/kit/controls/toggle-button.module.css';
import styles from './range-buttons.module.css';

interface Props {
  readonly session: ChartSession | undefined;
  readonly range: ChartView['range'];
  readonly onChoose: (range: NamedRange) => void;
  /** Controls on the right. */
  readonly children?: ReactNode;
}

/** Ranges up to the newest swap, below a chart. */
export function RangeButtons({ session, range, onChoose, children }: Props) {
  return (
    <div className={styles.row}>
      <fieldset className={toggle.group}>
        <legend className="visually-hidden">Range</legend>
        {ranges.map((name) => (
          <RowButton
            key={name}
            isOn={range === name}
            // Selecting the range again resumes a stopped load.
            onPress={() => (range === name ? session?.resetRange() : onChoose(name))}
          >
            {name === 'all' ? 'All' : name}
          </RowButton>
        ))}
      </fieldset>
      {children ? <div className={toggle.group}>{children}</div> : null}
    </div>
  );
}

interface RowButtonProps {
  readonly isOn: boolean;
  readonly title?: string;
  readonly onPress: () => void;
  readonly children: string;
}

/** A toggle in the row of ranges. */
export function RowButton({ isOn, title, onPress, children }: RowButtonProps) {
  return (
    <button
      type="button"
      className={`${toggle.button} ${styles.button}`}
      title={title}
      aria-label={title}
      aria-pressed={isOn}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
