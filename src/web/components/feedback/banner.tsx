import type { ReactNode } from 'react';
import styles from './banner.module.css';

/** A line over a page's content, of what is not as the link or the reader has it. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note} role="status">
      {children}
    </p>
  );
}
