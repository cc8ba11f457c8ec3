import { type ReactNode, useInsertionEffect } from 'react';
import styles from './display.module.css';

/** A page of the window's height: the table in it scrolls, the page does not. */
export function FullHeightPage({ children }: { children: ReactNode }) {
  // An attribute, because a `:has()` selector would be re-evaluated for every row that is added or removed. An insertion
  // effect runs before the effects of the children, which measure the page.
  useInsertionEffect(() => {
    document.documentElement.toggleAttribute('data-full-height', true);
    return () => void document.documentElement.toggleAttribute('data-full-height', false);
  }, []);
  return <div className={styles.page}>{children}</div>;
}
