import type { ReactNode } from 'react';
import styles from './page-note.module.css';

/** A line over a page's content, of what is not as the link or the reader has it. */
export function PageNote({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note} role="status">
      {children}
    </p>
  );
}
