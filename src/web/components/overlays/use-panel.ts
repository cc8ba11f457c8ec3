import { type RefObject, useEffect } from 'react';
import { addPanel, openPanel, usePanels } from '#web/state/open-panel.ts';
import { useDismiss } from './use-dismiss.ts';

interface Panel {
  /** Of the button and its panel. */
  readonly area: RefObject<HTMLDivElement | null>;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** A panel under the button of that name. */
export function usePanel(name: string): Panel {
  const isOpen = usePanels(({ open }) => open === name);
  const area = useDismiss(isOpen, () => openPanel(undefined));
  useEffect(() => addPanel(name), [name]);
  useEffect(() => {
    // Where a command has opened it, the keyboard is elsewhere.
    if (isOpen && !area.current?.contains(document.activeElement))
      area.current?.querySelector('button')?.focus();
  }, [isOpen, area]);
  return { area, isOpen, toggle: () => openPanel(isOpen ? undefined : name) };
}
