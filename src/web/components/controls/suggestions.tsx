import type { ReactNode } from 'react';
import styles from './suggestions.module.css';

export interface Suggestion {
  readonly key: string;
  readonly text: string;
  readonly note: ReactNode;
}

interface Props {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Suggestion[];
  readonly active: number;
  readonly onPick: (index: number) => void;
  /** Under the options. */
  readonly children?: ReactNode;
}

/** What can be chosen under a field that keeps the focus. */
export function Suggestions({ id, label, options, active, onPick, children }: Props) {
  return (
    <div className={styles.box}>
      <div id={id} role="listbox" aria-label={label} className={styles.list}>
        {options.map(({ key, text, note }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          <div
            key={key}
            id={`${id}-${index}`}
            ref={index === active ? intoView : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(index)}
          >
            <span className={styles.text}>{text}</span>
            <span className={styles.note}>{note}</span>
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}

function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Where an arrow leads among options; -1 is none of them. */
export function nextActiveIndex(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : 0;
  if (key === 'ArrowUp') return active > 0 ? active - 1 : count - 1;
  return undefined;
}
