import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './popup-button.module.css';

interface Props {
  readonly label: string;
  readonly bare?: boolean;
  readonly children: ReactNode;
}

/** A button with a panel under it; from below on a phone. What goes on in the panel goes on when it is shut. */
export function PopupButton({ label, bare = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      area.current?.querySelector('button')?.focus();
    };
    addEventListener('pointerdown', onPress);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPress);
      removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
  return (
    <div ref={area} className={styles.area}>
      <Button
        bare={bare}
        aria-expanded={isOpen}
        onClick={() => {
          setWasOpen(true);
          setOpen(!isOpen);
        }}
      >
        {label}
      </Button>
      {wasOpen ? (
        <Suspense>
          <section aria-label={label} className={styles.panel} hidden={!isOpen}>
            {children}
          </section>
        </Suspense>
      ) : null}
    </div>
  );
}
