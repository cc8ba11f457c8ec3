import type { ReactNode } from 'react';
import styles from './display.module.css';

interface Props {
  /** Whether what is above has its height. */
  readonly isSettled: boolean;
  readonly children: ReactNode;
}

/**
 * Content below something that grows for some data, such as a warning: invisible until that is known, so that the page does not
 * shift, but for two seconds at most. It loads meanwhile.
 */
export function WhenSettled({ isSettled, children }: Props) {
  return <div className={isSettled ? undefined : styles.unsettled}>{children}</div>;
}
