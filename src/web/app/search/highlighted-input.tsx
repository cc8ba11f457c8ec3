import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './search-box.module.css';

interface Props {
  readonly input: { readonly current: HTMLInputElement | null };
  readonly text: string;
  /** Ranges of the text to underline, in ascending order. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
  readonly children: ReactNode;
}

/** Underlines parts of an input's text: overlays a transparent copy of the text in which only the marks are visible. */
export function HighlightedInput({ input, text, ranges, children }: Props) {
  const overlay = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const field = input.current;
    const syncScroll = () => {
      if (overlay.current && field) overlay.current.scrollLeft = field.scrollLeft;
    };
    syncScroll();
    field?.addEventListener('scroll', syncScroll);
    return () => field?.removeEventListener('scroll', syncScroll);
  });
  return (
    <div className="relative">
      {children}
      {ranges.length > 0 ? (
        <div ref={overlay} className={styles.highlights} aria-hidden="true">
          {ranges.map(({ start, end }, index) => (
            <span key={start}>
              {text.slice(ranges[index - 1]?.end ?? 0, start)}
              <mark className={styles.error}>{text.slice(start, end)}</mark>
            </span>
          ))}
        </div>
      ) : null}
    </div>
  );
}
