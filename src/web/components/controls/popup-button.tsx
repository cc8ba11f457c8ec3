import { type ReactNode, useState } from 'react';
import { usePanel } from '#web/components/overlays/use-panel.ts';
import { Button } from './button.tsx';
import styles from './popup-button.module.css';

interface Props {
  readonly label: string;
  readonly bare?: boolean;
  readonly children: ReactNode;
}

/** A button with a panel under it; from below on a phone. What goes on in the panel goes on when it is shut. */
export function PopupButton({ label, bare = false, children }: Props) {
  const { area, isOpen, toggle } = usePanel(label);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <div ref={area} className={styles.area}>
      <Button bare={bare} aria-expanded={isOpen} onClick={toggle}>
        {label}
      </Button>
      {wasOpen ? (
        <section aria-label={label} className={styles.panel} hidden={!isOpen}>
          {children}
        </section>
      ) : null}
    </div>
  );
}
