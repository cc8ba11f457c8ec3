import { formatShare } from '#web/money/percentages.ts';
import styles from './progress-bar.module.css';

/** Bar for a share from 0 to 1. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  return (
    <progress className={styles.bar} aria-label={label} aria-valuetext={formatShare(share)} value={share} />
  );
}
