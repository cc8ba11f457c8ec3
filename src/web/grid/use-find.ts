import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { findRows } from './find-rows.ts';
import type { RowList } from './rows/loaded-rows.ts';

interface Actions {
  readonly scrollToRow: (index: number) => void;
  readonly focusRow: (index: number) => void;
}

/**
 * State of a find bar that replaces the browser's Ctrl+F, which cannot find rows that are not rendered. Pressing Ctrl+F
 * again opens the browser's own. Closing moves the focus to the current match, or back if there is none.
 */
export function useFind({ rows }: RowList, count: number, { scrollToRow, focusRow }: Actions) {
  const [isOpen, setOpen] = useState(false);
  const previousFocus = useRef<Element>(null);
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const deferredText = useDeferredValue(isOpen ? text : '');
  const matches = useMemo(() => findRows(rows, count, deferredText), [rows, count, deferredText]);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'f';
      if (!isFind || isOpen) return;
      event.preventDefault();
      previousFocus.current = document.activeElement;
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen]);
  const searchedText = useRef('');
  useEffect(() => {
    // More loaded rows may add matches, which must not scroll the list.
    if (searchedText.current === deferredText) return;
    searchedText.current = deferredText;
    const [first] = matches;
    if (first !== undefined) scrollToRow(first);
  }, [deferredText, matches, scrollToRow]);
  const current = matches.length === 0 ? 0 : position % matches.length;
  return {
    isOpen,
    text,
    current,
    matchCount: matches.length,
    foundIndex: matches[current],
    search: (query: string) => {
      setText(query);
      setPosition(0);
    },
    step: (by: number) => {
      if (matches.length === 0) return;
      const next = (current + by + matches.length) % matches.length;
      setPosition(next);
      scrollToRow(matches[next] ?? 0);
    },
    close: () => {
      setOpen(false);
      // Search again, because `matches` is deferred and may lag behind the text.
      const all = findRows(rows, count, text);
      const match = all[position % all.length];
      if (match !== undefined) focusRow(match);
      else if (previousFocus.current instanceof HTMLElement)
        previousFocus.current.focus({ preventScroll: true });
    },
  };
}
