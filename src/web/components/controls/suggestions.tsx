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
  /** Content below the options. */
  readonly children?: ReactNode;
}

/** Listbox of a combobox. The focus stays in the combobox's input. */
export function Suggestions({ id, label, options, active, onPick, children }: Props) {
  return (
    <div className={styles.box}>
      <div id={id} role="listbox" aria-label={label} className={styles.list}>
        {options.map(({ key, text, note }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard
          <div
            key={key}
            id={`${id}-${index}`}
            ref={index === active ? scrollIntoView : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            // Keep the focus in the input.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(index)}
          >
            <span className={styles.text}>{text}</span>
            {/* Names of jettons are elements, and stay on one line. */}
            <span className={styles.note} data-wraps={typeof note === 'string' || undefined}>
              {note}
            </span>
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/**
 * Returns the index of the option that an arrow key moves to, wrapping at both ends; undefined for any other key.
 * `active` is -1 if no option is highlighted.
 */
export function nextActiveIndex(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : 0;
  if (key === 'ArrowUp') return active > 0 ? active - 1 : count - 1;
  return undefined;
}
