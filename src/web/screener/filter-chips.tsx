import { useState } from 'react';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { Chip } from '#web/kit/controls/chip.tsx';
import { filterChips, orderLabel, removedMinimumText } from '#web/list/filter-chips.ts';
import { defaultScreen, type Screen, serializeScreen, withMinimum } from '#web/list/list-state.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import styles from './toolbar.module.css';

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
    <ul className={styles.chips} aria-label="Active filters">
      {filterChips(screen, rate).map(({ id, label, without }) => (
        <li key={id}>
          <Chip label={label} onRemove={without && (() => onChange(() => without))} />
        </li>
      ))}
      {isDefault ? null : (
        <li>
          <button type="button" className={styles.clear} onClick={() => onClear(() => cleared)}>
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
