import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { foldCase } from '#contract/fold-case.ts';
import { formatCount } from '#contract/format/format-count.ts';
import { Button } from '#web/components/controls/button.tsx';
import type { RowList } from '#web/grid/rows/row-list.ts';
import styles from './find-bar.module.css';

interface Actions {
  readonly scrollToRow: (index: number) => void;
  readonly focusRow: (index: number) => void;
}

/**
 * State of a find bar that replaces the browser's Ctrl+F, which cannot find rows that are not rendered. Pressing Ctrl+F
 * again opens the browser's own. Closing moves the focus to the current match, or back if there is none.
 */
export function useFind(list: RowList, count: number, { scrollToRow, focusRow }: Actions) {
  const [isOpen, setOpen] = useState(false);
  const previousFocus = useRef<Element>(null);
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const deferredText = useDeferredValue(isOpen ? text : '');
  const matches = useMemo(() => findRows(list, count, deferredText), [list, count, deferredText]);
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
      const first = findRows(list, count, query)[0];
      if (first !== undefined) scrollToRow(first);
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
      const all = findRows(list, count, text);
      const match = all[position % all.length];
      if (match !== undefined) focusRow(match);
      else if (previousFocus.current instanceof HTMLElement)
        previousFocus.current.focus({ preventScroll: true });
    },
  };
}

/** Returns the indexes of the rows whose symbol, name or address contains the query, ignoring case. */
function findRows({ rows }: RowList, count: number, query: string): number[] {
  const wanted = foldCase(query.trim());
  if (wanted === '') return [];
  const matches: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const face = rows[index]?.identity;
    if (face && [face.symbol, face.name, face.userFriendly].some((part) => foldCase(part).includes(wanted)))
      matches.push(index);
  }
  return matches;
}

export function FindBar({ text, current, matchCount, search, step, close }: ReturnType<typeof useFind>) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  const noMatches = text.trim() === '' ? '' : 'No matches';
  const result = matchCount === 0 ? noMatches : `${formatCount(current + 1)} of ${formatCount(matchCount)}`;
  return (
    <search className={styles.find}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user opened it with a shortcut
        autoFocus
        type="search"
        aria-label="Find in loaded rows"
        placeholder="Find in loaded rows"
        value={text}
        onChange={(event) => search(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={styles.result}>
        {result}
      </span>
      <Button bare aria-label="Previous match" onClick={() => step(-1)}>
        ↑
      </Button>
      <Button bare aria-label="Next match" onClick={() => step(1)}>
        ↓
      </Button>
      <Button bare aria-label="Close find bar" onClick={close}>
        ✕
      </Button>
    </search>
  );
}
