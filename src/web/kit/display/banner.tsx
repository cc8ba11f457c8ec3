import type { ReactNode } from 'react';
import styles from './display.module.css';

interface Props {
  /** `danger`: emphasized, for warnings about the whole page. Default: `warn`. */
  readonly tone?: 'warn' | 'danger';
  readonly children: ReactNode;
}

/** One-line warning above a page's content. */
export function Banner({ tone = 'warn', children }: Props) {
  return (
    <p className={`${styles.banner} ${tone === 'danger' ? styles.dangerBanner : ''}`} role="status">
      {children}
    </p>
  );
}
