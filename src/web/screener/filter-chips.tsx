import { useState } from 'react';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { filterChips, orderLabel, removedMinimumText } from '#web/list/filter-chips.ts';
import { defaultScreen, type Screen, serializeScreen, withMinimum } from '#web/list/list-state.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import styles from './screener-page.module.css';

interface Props {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
  readonly onClear: ChangeScreen;
}

/** Chips of the sort order and every active filter, including the default ones. */
export function FilterChips({ screen, onChange, onClear }: Props) {
  const rate = useExchangeRate(screen.currency);
  const cleared = withMinimum({ ...screen, filter: defaultScreen.filter }, undefined);
  const isDefault = JSON.stringify(serializeScreen(screen)) === JSON.stringify(serializeScreen(cleared));
  return (
    <ul className={styles.chips} tabIndex={-1} aria-label="Active filters">
      {filterChips(screen, rate).map(({ id, label, without }) => (
        <li key={id}>
          <Chip label={label} onRemove={without && (() => onChange(() => without))} />
        </li>
      ))}
      {isDefault ? null : (
        <li>
          <button
            type="button"
            className={styles.clear}
            onClick={({ currentTarget }) => {
              currentTarget.closest('ul')?.focus();
              onClear(() => cleared);
            }}
          >
            Clear
          </button>
        </li>
      )}
    </ul>
  );
}

/**
 * Wraps `change` to detect changes of the sort order that remove the minimum. Returns a message about the removed minimum
 * while the list is in the new order.
 */
export function useRemovedMinimum(screen: Screen, change: ChangeScreen) {
  const rate = useExchangeRate(screen.currency);
  const [removed, setRemoved] = useState<{ readonly text: string; readonly order: string }>();
  const changeAndDetect: ChangeScreen = (to, phase) => {
    const next = to(screen);
    const text = removedMinimumText(screen, next, rate);
    setRemoved(text === undefined ? undefined : { text, order: orderLabel(next) });
    change(to, phase);
  };
  const isCurrent = screen.minimum === undefined && removed?.order === orderLabel(screen);
  return {
    change: changeAndDetect,
    text: isCurrent ? removed.text : undefined,
    dismiss: () => setRemoved(undefined),
  };
}

/** Moves the focus to a neighboring chip or the list, because removing the focused element would lose it. */
function focusNeighbor(chip: HTMLButtonElement): void {
  const list = chip.closest('ul');
  const chips = [...(list?.querySelectorAll<HTMLButtonElement>(`.${styles.removable}`) ?? [])];
  const index = chips.indexOf(chip);
  (chips[index + 1] ?? chips[index - 1] ?? list)?.focus();
}

/** An active filter. A button that removes it if `onRemove` is defined, plain text otherwise. */
function Chip({ label, onRemove }: { label: string; onRemove: (() => void) | undefined }) {
  if (!onRemove) return <span className={styles.chip}>{label}</span>;
  return (
    <button
      type="button"
      className={`${styles.chip} ${styles.removable}`}
      aria-label={`Remove ${label}`}
      title={`Remove ${label}`}
      onClick={({ currentTarget }) => {
        focusNeighbor(currentTarget);
        onRemove();
      }}
    >
      <span className={styles.label}>{label}</span>
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
        <path d="m1 1 6 6M7 1 1 7" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
      </svg>
    </button>
  );
}
