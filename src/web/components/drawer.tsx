import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './drawer.module.css';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What has no room beside the page comes over it: from the side, and from below on a phone. */
export function Drawer({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label={title}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2>{title}</h2>
          <Button bare aria-label="Close" onClick={() => dialog.current?.close()}>
            <svg width="12" height="12" viewBox="0 0 8 8" aria-hidden="true">
              <path d="m1 1 6 6M7 1 1 7" stroke="currentColor" strokeLinecap="round" />
            </svg>
          </Button>
        </div>
        <div className={styles.body}>{children}</div>
      </div>
    </dialog>
  );
}
