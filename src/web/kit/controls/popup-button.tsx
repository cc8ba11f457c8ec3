import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import styles from './popup-button.module.css';
import { usePanel } from './use-panel.ts';

interface Props {
  readonly label: string;
  readonly bare?: boolean;
  /** Shown before the label, with an arrow after it. */
  readonly icon?: ReactNode;
  /** Whether only the icon is visible. */
  readonly hidesLabel?: boolean;
  readonly children: ReactNode;
}

/**
 * A button that toggles a panel: below the button, or a bottom sheet on phones. Once opened, the panel stays mounted so
 * that an operation started in it continues while it is closed.
 */
export function PopupButton({ label, bare = false, icon, hidesLabel = false, children }: Props) {
  const { containerRef, isOpen, toggle } = usePanel(label);
  const [hasBeenOpened, setHasBeenOpened] = useState(false);
  if (isOpen && !hasBeenOpened) setHasBeenOpened(true);
  return (
    <div ref={containerRef} className="relative">
      <Button bare={bare} title={icon ? label : undefined} aria-expanded={isOpen} onClick={toggle}>
        {icon}
        {hidesLabel ? <span className="visually-hidden">{label}</span> : label}
        {icon && !hidesLabel ? <i className={styles.arrow} aria-hidden="true" /> : null}
      </Button>
      {hasBeenOpened ? (
        <section aria-label={label} className={styles.panel} hidden={!isOpen}>
          {children}
        </section>
      ) : null}
    </div>
  );
}
