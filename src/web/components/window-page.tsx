import type { ReactNode } from 'react';
import styles from './window-page.module.css';

/** As high as the window: the table in it scrolls, the page does not. */
export function WindowPage({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>;
}
