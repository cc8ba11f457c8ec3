import type { KeyboardEvent } from 'react';
import { formatCount } from '#contract/format/format-numbers.ts';
import { Button } from '#web/kit/controls/button.tsx';
import styles from './find-bar.module.css';
import type { useFind } from './use-find.ts';

/** A field that searches the loaded rows, with the number of matches. */
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
