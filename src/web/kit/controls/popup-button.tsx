import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { openPanel, registerPanel, usePanels } from '#web/kit/device/open-panel.ts';
import { Button } from './button.tsx';
import styles from './controls.module.css';
import { useKey } from './use-key.ts';

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
        <span className={hidesLabel ? 'visually-hidden' : undefined}>{label}</span>
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

interface Panel {
  /** The element that contains the button and its panel. */
  readonly containerRef: RefObject<HTMLDivElement | null>;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** State of the panel called `name`. At most one panel is open at a time. */
export function usePanel(name: string): Panel {
  const isOpen = usePanels(({ open }) => open === name);
  const containerRef = useDismiss(isOpen, () => openPanel(undefined));
  useEffect(() => registerPanel(name), [name]);
  useEffect(() => {
    // A command can open the panel while the focus is elsewhere.
    if (isOpen && !containerRef.current?.contains(document.activeElement))
      containerRef.current?.querySelector('button')?.focus();
  }, [isOpen, containerRef]);
  return { containerRef, isOpen, toggle: () => openPanel(isOpen ? undefined : name) };
}

/**
 * Calls `close` when a press or the Tab key leaves the returned element, or on Escape, which also moves the focus back to
 * the element's first button.
 */
export function useDismiss(isOpen: boolean, close: () => void): RefObject<HTMLDivElement | null> {
  const containerRef = useRef<HTMLDivElement>(null);
  const onClose = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !containerRef.current?.contains(target)) onClose();
    };
    // The target is what has received the focus. A press on the content of a panel can move it outside, too.
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key === 'Tab') closeOutside(event);
    };
    addEventListener('pointerdown', closeOutside);
    addEventListener('keyup', onKeyUp);
    return () => {
      removeEventListener('pointerdown', closeOutside);
      removeEventListener('keyup', onKeyUp);
    };
  }, [isOpen]);
  useKey(({ key }) => {
    if (key !== 'Escape') return;
    close();
    containerRef.current?.querySelector('button')?.focus();
  }, isOpen);
  return containerRef;
}

/** Three dots, for a button that opens further actions. */
export function MoreIcon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M3 8h.01M8 8h.01M13 8h.01" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
