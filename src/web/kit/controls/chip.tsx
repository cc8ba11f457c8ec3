import styles from './chip.module.css';

/** Moves the focus to a neighboring chip, because removing the focused element would lose it. */
function focusNeighbor(chip: HTMLButtonElement): void {
  const chips = [...(chip.closest('ul')?.querySelectorAll<HTMLButtonElement>(`.${styles.removable}`) ?? [])];
  const index = chips.indexOf(chip);
  (chips[index + 1] ?? chips[index - 1])?.focus();
}

/** An active filter. A button that removes it if `onRemove` is defined, plain text otherwise. */
export function Chip({ label, onRemove }: { label: string; onRemove: (() => void) | undefined }) {
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
