import type { Interval } from '#web/chart/bars/intervals.ts';
import toggle from '#web/kit/controls/toggle-button.module.css';
import styles from './chart-toolbar.module.css';
import { SelectField } from './controls.tsx';

interface Props {
  readonly interval: Interval;
  readonly onChoose: (interval: Interval) => void;
}

/** The intervals that traders switch between most often. */
const BUTTONS = ['auto', '1m', '5m', '15m', '1h', '4h', '1d'] as const;
const MORE: readonly (readonly [Interval, string])[] = [
  ['tick', 'Swaps'],
  ['1s', '1s'],
  ['1w', '1w'],
];

/** Intervals: common ones as buttons, the others in a menu. */
export function IntervalButtons({ interval, onChoose }: Props) {
  const isInMenu = MORE.some(([value]) => value === interval);
  // A placeholder, because a selected option could not be chosen.
  const placeholder: readonly (readonly [Interval, string])[] = isInMenu ? [] : [[interval, 'More']];
  return (
    <div className={styles.intervals}>
      <fieldset className={toggle.group}>
        <legend className="visually-hidden">Interval</legend>
        {BUTTONS.map((name) => (
          <button
            key={name}
            type="button"
            className={`${toggle.button} ${styles.button}`}
            aria-pressed={interval === name}
            onClick={() => onChoose(name)}
          >
            {name === 'auto' ? 'Auto' : name}
          </button>
        ))}
      </fieldset>
      <SelectField label="More intervals" value={interval} onChoose={onChoose}>
        {[...placeholder, ...MORE]}
      </SelectField>
    </div>
  );
}
