import styles from './chip.module.css';

/** The keyboard goes on with the next chip, or the one before: what is removed takes the focus with it. */
function focusBeside(chip: HTMLButtonElement): void {
  const chips = [...(chip.closest('ul')?.querySelectorAll<HTMLButtonElement>(`.${styles.removable}`) ?? [])];
  const place = chips.indexOf(chip);
  (chips[place + 1] ?? chips[place - 1])?.focus();
}

/** A part that is in force, and the way to do without it where there is one. */
export function Chip({ words, onRemove }: { words: string; onRemove: (() => void) | undefined }) {
  if (!onRemove) return <span className={styles.chip}>{words}</span>;
  return (
    <button
      type="button"
      className={`${styles.chip} ${styles.removable}`}
      aria-label={`Remove ${words}`}
      title={`Remove ${words}`}
      onClick={({ currentTarget }) => {
        focusBeside(currentTarget);
        onRemove();
      }}
    >
      <span className={styles.words}>{words}</span>
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
        <path d="m1 1 6 6M7 1 1 7" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
      </svg>
    </button>
  );
}
