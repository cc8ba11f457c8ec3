import type { ReactNode } from 'react';
import styles from './display.module.css';

interface Props {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
  /** Shown instead of a whole page, whose first heading it has. */
  readonly isPage?: boolean;
}

/** Message shown in place of content that is empty or failed to load. */
export function Notice({ title, text, children, isPage = false }: Props) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <section className={styles.notice} aria-label={title}>
      <Heading>{title}</Heading>
      {text === undefined ? null : <p className="muted">{text}</p>}
      {children}
    </section>
  );
}
