import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatCount } from '#contract/format/format-numbers.ts';
import { foldText } from '#contract/text.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { Button } from '#web/kit/controls/button.tsx';
import styles from './find-bar.module.css';
import type { RowList } from './rows/loaded-rows.ts';
import type { useFind } from './use-find.ts';

interface Props {
  readonly find: ReturnType<typeof useFind>;
  readonly list: RowList;
  /** Number of rows to search. */
  readonly count: number;
  readonly scrollToRow: (index: number) => void;
  readonly focusRow: (index: number) => void;
}

/**
 * A field that searches the loaded rows, with the number of matches. Closing moves the focus to the current match, or back
 * if there is none.
 */
export function FindBar({ find, list: { rows }, count, scrollToRow, focusRow }: Props) {
  const { text, setText, setFoundIndex } = find;
  const [position, setPosition] = useState(0);
  const deferredText = useDeferredValue(text);
  const matches = useMemo(() => findRows(rows, count, deferredText), [rows, count, deferredText]);
  const searchedText = useRef('');
  useEffect(() => {
    // More loaded rows may add matches, which must not scroll the list.
    if (searchedText.current === deferredText) return;
    searchedText.current = deferredText;
    const [first] = matches;
    if (first !== undefined) scrollToRow(first);
  }, [deferredText, matches, scrollToRow]);
  const current = matches.length === 0 ? 0 : position % matches.length;
  const foundIndex = matches[current];
  useLayoutEffect(() => {
    setFoundIndex(foundIndex);
    return () => setFoundIndex(undefined);
  }, [foundIndex, setFoundIndex]);
  const step = (by: number) => {
    if (matches.length === 0) return;
    const next = (current + by + matches.length) % matches.length;
    setPosition(next);
    scrollToRow(matches[next] ?? 0);
  };
  const close = () => {
    find.close();
    // Search again, because `matches` is deferred and may lag behind the text.
    const all = findRows(rows, count, text);
    const match = all[position % all.length];
    if (match === undefined) find.restoreFocus();
    else focusRow(match);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  const noMatches = text.trim() === '' ? '' : 'No matches';
  const result =
    matches.length === 0 ? noMatches : `${formatCount(current + 1)} of ${formatCount(matches.length)}`;
  return (
    <search className={styles.find}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user opened it with a shortcut
        autoFocus
        type="search"
        aria-label="Find in loaded rows"
        placeholder="Find in loaded rows"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setPosition(0);
        }}
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
  const folded = [symbol, name, userFriendly].map(foldText).join('\n');
  foldedTexts.set(row, folded);
  return folded;
}
