import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import styles from './modal.module.css';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Dialog centered on the page. */
export function Modal(props: Props) {
  return <Dialog {...props} className={styles.modal} />;
}
