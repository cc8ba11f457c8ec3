import { type RefObject, useEffect } from 'react';
import { openPanel, registerPanel, usePanels } from '#web/kit/device/open-panel.ts';
import { useDismiss } from './use-dismiss.ts';

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
