import { useRef, useState } from 'react';
import { useKey } from '#web/kit/controls/use-key.ts';

/**
 * State of a find bar that replaces the browser's Ctrl+F, which cannot find rows that are not rendered. Pressing Ctrl+F
 * again opens the browser's own.
 */
export function useFind() {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [foundIndex, setFoundIndex] = useState<number>();
  const previousFocus = useRef<Element>(null);
  useKey((event) => {
    const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'f';
    if (!isFind) return;
    event.preventDefault();
    previousFocus.current = document.activeElement;
    setOpen(true);
  }, !isOpen);
  return {
    isOpen,
    text,
    setText,
    /** Index of the current match. */
    foundIndex,
    setFoundIndex,
    close: () => setOpen(false),
    /** Moves the focus to where it was when the bar was opened. */
    restoreFocus: () => {
      if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true });
    },
  };
}
