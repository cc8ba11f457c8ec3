import { type ReactNode, useState } from 'react';
import styles from './filter-panel.module.css';

interface Props {
  readonly label: string;
  /** Number of filters of the group that are set. A group with any is open until the user closes it. */
  readonly activeCount: number;
  /** Whether the group is open without active filters. */
  readonly isOpenByDefault?: boolean;
  readonly children: ReactNode;
}

/** Filters that can be collapsed together. */
export function FilterGroup({ label, activeCount, isOpenByDefault = false, children }: Props) {
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <details
      className={styles.details}
      open={isOpen ?? (isOpenByDefault || activeCount > 0)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{activeCount > 0 ? `${label} (${activeCount})` : label}</summary>
      <div className="stack">{children}</div>
    </details>
  );
}
