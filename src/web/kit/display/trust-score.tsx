import { UnknownValue } from './formatted-values.tsx';
import styles from './trust-score.module.css';

/** Trust score from 0 to 100, with a bar. */
export function TrustScore({ score }: { score: number | undefined }) {
  if (score === undefined) return <UnknownValue />;
  return (
    <span className={styles.score}>
      <svg
        className={styles.bar}
        width="24"
        height="6"
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect width="100" height="6" fill="currentColor" />
        <rect className={styles.fill} width={score} height="6" />
      </svg>
      <span className={styles.number}>{score}</span>
    </span>
  );
}
