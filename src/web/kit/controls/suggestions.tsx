import { Fragment, type ReactNode } from 'react';
import { isForElsewhere } from '#web/kit/device/row-link.ts';
import styles from './suggestions.module.css';

export interface Suggestion {
  /** Unique in the list. */
  readonly key: string;
  readonly text: string;
  readonly note?: ReactNode;
  /** Displayed instead of the text and the note. */
  readonly content?: ReactNode;
  /** Heading above consecutive suggestions of the same group. */
  readonly group?: string | undefined;
  /** Path of the page that it opens. */
  readonly href?: string | undefined;
}

interface Props {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Suggestion[];
  readonly active: number;
  readonly onPick: (index: number) => void;
  /** Columns of the contents, displayed beside the heading of a group. */
  readonly columns?: Readonly<Record<string, ReactNode>>;
  readonly isBusy?: boolean;
  /** Displays the list in the flow of the page instead of over it. */
  readonly inline?: boolean;
  /** Content below the options. */
  readonly children?: ReactNode;
}

/** Listbox of a combobox. The focus stays in the combobox's input. */
export function Suggestions(props: Props) {
  const { id, label, options, columns = {}, isBusy = false, inline = false, children } = props;
  return (
    <div className={inline ? `${styles.box} ${styles.inline}` : styles.box}>
      <div id={id} role="listbox" aria-label={label} aria-busy={isBusy} className={styles.list}>
        {groupsOf(options).map(({ group, start, members }) => {
          const items = members.map((option, index) => renderOption(option, start + index, props));
          if (group === undefined) return <Fragment key={start}>{items}</Fragment>;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
            <div key={group} role="group" aria-label={group}>
              <div className={styles.heading} aria-hidden="true">
                <span>{group}</span>
                {columns[group]}
              </div>
              {items}
            </div>
          );
        })}
      </div>
      {children}
    </div>
  );
}

function renderOption(
  { key, text, note, content, href }: Suggestion,
  index: number,
  props: Props,
): ReactNode {
  const { id, active, onPick } = props;
  const Option = href === undefined ? 'div' : 'a';
  return (
    <Option
      key={key}
      href={href}
      id={optionId(id, key)}
      ref={index === active ? scrollIntoView : undefined}
      role="option"
      tabIndex={-1}
      aria-selected={index === active}
      className={styles.option}
      // Keep the focus in the input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (href !== undefined && isForElsewhere(event)) return;
        event.preventDefault();
        onPick(index);
      }}
    >
      {content ?? (
        <>
          <span className="rigid medium" translate="no">
            {text}
          </span>
          {/* Names of jettons are elements, and stay on one line. */}
          <span className={styles.note} data-wraps={typeof note === 'string' || undefined}>
            {note}
          </span>
        </>
      )}
    </Option>
  );
}

interface Group {
  readonly group: string | undefined;
  /** Index of the first member. */
  readonly start: number;
  readonly members: Suggestion[];
}

function groupsOf(options: readonly Suggestion[]): Group[] {
  const groups: Group[] = [];
  for (const [start, option] of options.entries()) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.members.push(option);
    else groups.push({ group: option.group, start, members: [option] });
  }
  return groups;
}

/** Returns the id of an option's element, for `aria-activedescendant`. */
export function optionId(listId: string, key: string): string {
  // Ids in ARIA attributes are separated by spaces.
  return `${listId}-${encodeURIComponent(key)}`;
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
