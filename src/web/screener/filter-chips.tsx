import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { Chip } from '#web/kit/controls/chip.tsx';
import { filterChips } from '#web/list/filter-chips.ts';
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
