import styles from './chip.module.css';

/** A part that is in force, and the way to do without it where there is one. */
export function Chip({ words, onRemove }: { words: string; onRemove: (() => void) | undefined }) {
  if (!onRemove) return <span className={styles.chip}>{words}</span>;
  return (
    <button
      type="button"
      className={`${styles.chip} ${styles.removable}`}
      aria-label={`Remove ${words}`}
      title={`Remove ${words}`}
      onClick={onRemove}
    >
      <span className={styles.words}>{words}</span>
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
        <path d="m1 1 6 6M7 1 1 7" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
      </svg>
    </button>
  );
}
