import { useId } from 'react';
import type { SortField } from '#contract/enums.ts';
import control from '#web/components/controls/control.module.css';
import { useDraft } from '#web/components/controls/use-draft.ts';
import { formatShortNumber, parseShortNumber } from '#web/lib/numbers/short-numbers.ts';
import { minimumKinds, normalizeMinimum } from '#web/lib/screen/minimum.ts';
import { sortNames } from '#web/lib/screen/sort-names.ts';
import styles from './filter-panel.module.css';

interface Props {
  readonly sort: SortField;
  readonly floor: string | undefined;
  readonly onFloor: (floor: string | undefined, step: 'typing' | 'commit') => void;
}

/** A minimum on the column that sorts: the list ends where the value falls below it. */
export function MinimumField({ sort, floor, onFloor }: Props) {
  const note = useId();
  const draft = useDraft({
    value: written(sort, floor),
    apply: (text, step) => {
      const read = text.trim() === '' ? undefined : readFloor(sort, text);
      if (read === undefined && text.trim() !== '') return undefined;
      onFloor(read, step);
      return written(sort, read);
    },
  });
  const isBad = draft.text.trim() !== '' && readFloor(sort, draft.text) === undefined;
  const isDate = minimumKinds[sort] === 'date';
  return (
    <label className={styles.field}>
      <span className={styles.label}>{sortNames[sort].label}: end the list below</span>
      <input
        className={control.input}
        autoComplete="off"
        spellCheck={false}
        placeholder={isDate ? '2026-01-20' : 'no limit'}
        value={draft.text}
        aria-invalid={isBad}
        aria-describedby={isBad ? note : undefined}
        onChange={({ target }) => draft.setText(target.value)}
        onBlur={draft.commit}
        onKeyDown={({ key }) => key === 'Enter' && draft.commit()}
      />
      {isBad ? (
        <span id={note} className={styles.fault}>
          {isDate ? 'Not a date: write 2026-01-20' : 'Not such a number: write 500, 50k or 1.5m'}
        </span>
      ) : null}
    </label>
  );
}

function readFloor(sort: SortField, text: string): string | undefined {
  const kind = minimumKinds[sort];
  if (kind === undefined) return undefined;
  const number = kind === 'date' ? text.trim() : parseShortNumber(kind, text);
  return number === undefined ? undefined : normalizeMinimum(sort, number);
}

function written(sort: SortField, floor: string | undefined): string {
  if (floor === undefined) return '';
  return minimumKinds[sort] === 'date' ? floor : formatShortNumber(floor);
}
