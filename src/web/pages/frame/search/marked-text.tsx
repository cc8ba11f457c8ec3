import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './search-box.module.css';

interface Props {
  readonly input: { readonly current: HTMLInputElement | null };
  readonly text: string;
  /** Pieces of the text, in their order, that are to be marked. */
  readonly tokens: readonly { readonly start: number; readonly end: number }[];
  readonly children: ReactNode;
}

/** A field cannot mark a part of its text: the same text stands behind it, with nothing but its marks to be seen. */
export function MarkedText({ input, text, tokens, children }: Props) {
  const shade = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const field = input.current;
    const follow = () => {
      if (shade.current && field) shade.current.scrollLeft = field.scrollLeft;
    };
    follow();
    field?.addEventListener('scroll', follow);
    return () => field?.removeEventListener('scroll', follow);
  });
  return (
    <div className={styles.field}>
      {children}
      {tokens.length > 0 ? (
        <div ref={shade} className={styles.shade} aria-hidden="true">
          {tokens.map(({ start, end }, index) => (
            <span key={start}>
              {text.slice(tokens[index - 1]?.end ?? 0, start)}
              <mark className={styles.mark}>{text.slice(start, end)}</mark>
            </span>
          ))}
        </div>
      ) : null}
    </div>
  );
}
