import type { ReactNode } from 'react';
import styles from './display.module.css';

interface Props {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}

/** Message shown in place of content that is empty or failed to load. */
export function Notice({ title, text, children }: Props) {
  return (
    <section className={styles.notice} aria-label={title}>
      <h2>{title}</h2>
      {text === undefined ? null : <p className="muted">{text}</p>}
      {children}
    </section>
  );
}
