import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { foldText } from '#contract/fold-text.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
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

type SearchableRow = Pick<ListedJetton, 'identity'>;

// Folding the texts of 100,000 rows takes a tenth of a second, so each row is folded once.
const foldedTexts = new WeakMap<SearchableRow, string>();

/** Returns the indexes of the first `count` rows whose symbol, name or address contains the query, ignoring case. */
export function findRows(rows: readonly SearchableRow[], count: number, query: string): number[] {
  const foldedQuery = foldText(query.trim());
  if (foldedQuery === '') return [];
  const matches: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const row = rows[index];
    if (row && foldedTextOf(row).includes(foldedQuery)) matches.push(index);
  }
  return matches;
}

function foldedTextOf(row: SearchableRow): string {
  const cached = foldedTexts.get(row);
  if (cached !== undefined) return cached;
  const { symbol, name, userFriendly } = row.identity;
  // The query is one line, so it cannot match across two of the texts.
  const folded = foldText([symbol, name, userFriendly].join('\n'));
  foldedTexts.set(row, folded);
  return folded;
}
