import type { ReactNode } from 'react';
import styles from './badge.module.css';

export function Badge({
  tone,
  title,
  children,
}: {
  tone: 'neutral' | 'warn' | 'danger';
  title?: string;
  children: ReactNode;
}) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`} title={title}>
      {children}
    </span>
  );
}
