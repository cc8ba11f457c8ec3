import type { ReactNode } from 'react';
import styles from './banner.module.css';

/** One-line warning above a page's content. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <p className={styles.banner} role="status">
      {children}
    </p>
  );
}
