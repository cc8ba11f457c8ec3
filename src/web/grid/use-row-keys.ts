import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isTyping } from '#web/kit/controls/is-typing.ts';
import type { GridFocus } from './rows/use-grid-focus.ts';

interface Options {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly focus: GridFocus;
  readonly count: number;
  /** In pixels. */
  readonly rowHeight: number;
}

/**
 * The keys J and K: from outside the table, they move the focus to its current row, or to the first visible one if that is
 * out of view; inside, to the next and the previous row.
 */
export function useRowKeys({ scroller, focus, count, rowHeight }: Options): void {
  const moveBy = useEffectEvent((step: number) => {
    const element = scroller.current;
    if (!element || count === 0) return;
    const { row } = focus.active;
    if (element.contains(document.activeElement)) {
      focus.focusRow(Math.max(row + step, 0));
      return;
    }
    const firstVisible = Math.ceil(element.scrollTop / rowHeight);
    const visibleCount = Math.floor(element.clientHeight / rowHeight) - 1;
    const isVisible = row >= firstVisible && row < firstVisible + visibleCount;
    focus.focusRow(isVisible ? row : Math.min(firstVisible, count - 1));
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if ((key !== 'j' && key !== 'k') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event)) return;
      event.preventDefault();
      moveBy(key === 'j' ? 1 : -1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
