import { useId } from 'react';
import type { SortField } from '#contract/enums.ts';
import control from '#web/components/controls/control.module.css';
import { useDraft } from '#web/components/controls/use-draft.ts';
import type { EditPhase } from '#web/lib/edit-phase.ts';
import { formatShortNumber, parseShortNumber } from '#web/lib/numbers/short-numbers.ts';
import { minimumKinds, normalizeMinimum } from '#web/lib/screen/minimum.ts';
import { sortNames } from '#web/lib/screen/sort-names.ts';
import styles from './filter-panel.module.css';

interface Props {
  readonly sort: SortField;
  readonly minimum: string | undefined;
  readonly onMinimum: (minimum: string | undefined, phase: EditPhase) => void;
}

/** Minimum of the sort field. The list ends at the first jetton below it. */
export function MinimumField({ sort, minimum, onMinimum }: Props) {
  const errorId = useId();
  const draft = useDraft({
    value: minimumText(sort, minimum),
    apply: (text, phase) => {
      const parsed = text.trim() === '' ? undefined : parseMinimum(sort, text);
      if (parsed === undefined && text.trim() !== '') return undefined;
      onMinimum(parsed, phase);
      return minimumText(sort, parsed);
    },
  });
  const isInvalid = draft.text.trim() !== '' && parseMinimum(sort, draft.text) === undefined;
  const isDate = minimumKinds[sort] === 'date';
  return (
    <label className={styles.field}>
      <span className={styles.label}>{`Min ${lowerFirst(sortNames[sort].label)}`}</span>
      <input
        className={control.input}
        autoComplete="off"
        spellCheck={false}
        placeholder={isDate ? '2026-01-20' : 'No minimum'}
        value={draft.text}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? errorId : undefined}
        onChange={({ target }) => draft.setText(target.value)}
        onBlur={draft.commit}
        onKeyDown={({ key }) => key === 'Enter' && draft.commit()}
      />
      {isInvalid ? (
        <span id={errorId} className={styles.error}>
          {isDate ? 'Enter a date such as 2026-01-20' : 'Enter a number such as 500, 50k or 1.5m'}
        </span>
      ) : null}
    </label>
  );
}

function parseMinimum(sort: SortField, text: string): string | undefined {
  const kind = minimumKinds[sort];
  if (kind === undefined) return undefined;
  const number = kind === 'date' ? text.trim() : parseShortNumber(kind, text);
  return number === undefined ? undefined : normalizeMinimum(sort, number);
}

function minimumText(sort: SortField, minimum: string | undefined): string {
  if (minimum === undefined) return '';
  return minimumKinds[sort] === 'date' ? minimum : formatShortNumber(minimum);
}

/** Lower-cases the first letter, except of abbreviations. */
function lowerFirst(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.slice(0, 1).toLowerCase() + label.slice(1) : label;
}
