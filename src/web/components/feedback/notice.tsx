import type { ReactNode } from 'react';
import styles from './notice.module.css';

/** Message shown in place of content that is empty or failed to load. */
export function Notice({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <section className={styles.notice} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles.text}>{text}</p>
      {children}
    </section>
  );
}
