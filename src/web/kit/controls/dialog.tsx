import { type PointerEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './controls.module.css';

interface Props {
  readonly title: string;
  readonly className: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Modal dialog that Escape or a click on the backdrop closes. */
function Dialog({ title, className, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The cleanup of other effects runs when the dialog is gone, so that the browser cannot return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    const setOpen = (isOpen: boolean) => document.documentElement.toggleAttribute('data-modal', isOpen);
    element?.showModal();
    setOpen(true);
    return () => {
      element?.close();
      setOpen(false);
    };
  }, []);
  // The selection of a text can end on the backdrop.
  const isPressed = useRef(false);
  const onPointerDown = ({ target, currentTarget }: PointerEvent) => {
    isPressed.current = target === currentTarget;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      className={className}
      aria-label={title}
      onClose={onClose}
      onPointerDown={onPointerDown}
      onClick={({ target, currentTarget }) => {
        if (isPressed.current && target === currentTarget) currentTarget.close();
      }}
    >
      {children}
    </dialog>
  );
}

/** Dialog centered on the page. */
export function Modal(props: Omit<Props, 'className'>) {
  return <Dialog {...props} className={styles.modal} />;
}

interface DrawerProps {
  readonly title: string;
  /** Uses the width of the window, for wide content such as a chart. */
  readonly wide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Modal panel that slides in from the left, or from the bottom on phones. */
export function Drawer({ title, wide = false, onClose, children }: DrawerProps) {
  return (
    <Dialog
      title={title}
      className={wide ? `${styles.drawer} ${styles.wide}` : styles.drawer}
      onClose={onClose}
    >
      <div className={styles.content}>
        <div className={styles.head}>
          <h2>{title}</h2>
          <Button
            bare
            aria-label="Close"
            onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
          >
            <svg width="12" height="12" viewBox="0 0 8 8" aria-hidden="true">
              <path d="m1 1 6 6M7 1 1 7" stroke="currentColor" strokeLinecap="round" />
            </svg>
          </Button>
        </div>
        <div className={styles.body}>{children}</div>
      </div>
    </Dialog>
  );
}
