import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { foldCase } from '#contract/fold-case.ts';
import { formatCount } from '#contract/format/format-count.ts';
import { Button } from '#web/components/controls/button.tsx';
import type { RowList } from '#web/grid/rows/row-list.ts';
import styles from './find-bar.module.css';

interface Places {
  readonly show: (index: number) => void;
  /** The keyboard goes on at the row that was found. */
  readonly leave: (found: number) => void;
}

/** Ctrl-F, since the browser's own search does not see rows that are not drawn. Pressed twice, it is the browser's. */
export function useFind(list: RowList, count: number, { show, leave }: Places) {
  const [isOpen, setOpen] = useState(false);
  const before = useRef<Element>(null);
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const wanted = useDeferredValue(isOpen ? text : '');
  const hits = useMemo(() => found(list, count, wanted), [list, count, wanted]);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'f';
      if (!isFind || isOpen) return;
      event.preventDefault();
      before.current = document.activeElement;
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen]);
  const at = hits.length === 0 ? 0 : place % hits.length;
  return {
    isOpen,
    text,
    at,
    hits: hits.length,
    found: hits[at],
    search: (asked: string) => {
      setText(asked);
      setPlace(0);
      const first = found(list, count, asked)[0];
      if (first !== undefined) show(first);
    },
    step: (by: number) => {
      if (hits.length === 0) return;
      const next = (at + by + hits.length) % hits.length;
      setPlace(next);
      show(hits[next] ?? 0);
    },
    close: () => {
      setOpen(false);
      // Of what is written by now: the hits that are shown may be a letter behind.
      const all = found(list, count, text);
      const hit = all[place % all.length];
      if (hit !== undefined) leave(hit);
      else if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
  };
}

function found({ rows }: RowList, count: number, asked: string): number[] {
  const wanted = foldCase(asked.trim());
  if (wanted === '') return [];
  const hits: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const face = rows[index]?.identity;
    if (face && [face.symbol, face.name, face.userFriendly].some((part) => foldCase(part).includes(wanted)))
      hits.push(index);
  }
  return hits;
}

export function FindBar({ text, at, hits, search, step, close }: ReturnType<typeof useFind>) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  const said =
    hits === 0 ? (text.trim() === '' ? '' : 'none') : `${formatCount(at + 1)} of ${formatCount(hits)}`;
  return (
    <search className={styles.find}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it opens on a key press that asks for it
        autoFocus
        type="search"
        aria-label="Find in the loaded rows"
        placeholder="Find in the loaded rows"
        value={text}
        onChange={(event) => search(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={styles.said}>
        {said}
      </span>
      <Button bare aria-label="Previous match" onClick={() => step(-1)}>
        ↑
      </Button>
      <Button bare aria-label="Next match" onClick={() => step(1)}>
        ↓
      </Button>
      <Button bare aria-label="Close the search" onClick={close}>
        ✕
      </Button>
    </search>
  );
}
