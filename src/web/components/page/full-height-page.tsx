import { type ReactNode, useInsertionEffect } from 'react';
import styles from './full-height-page.module.css';

/** As high as the window: the table in it scrolls, the page does not. */
export function FullHeightPage({ children }: { children: ReactNode }) {
  // Said to the document: a style that asks what it contains is asked again with every row that comes and goes. Before
  // the effects of what is in the page, which measure it.
  useInsertionEffect(() => {
    document.documentElement.toggleAttribute('data-window-page', true);
    return () => void document.documentElement.toggleAttribute('data-window-page', false);
  }, []);
  return <div className={styles.page}>{children}</div>;
}
