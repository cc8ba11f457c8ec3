import { useRef, useState } from 'react';
import { type ColumnWidths, formatColumnWidths } from '#web/list/columns.ts';
import { useTableLayout } from '#web/list/table-layout.ts';

/** Milliseconds without a change after which the widths are final. Dragging changes them with every frame. */
const SETTLE_MS = 300;

const noWidths: ColumnWidths = {};

/**
 * Returns the widths of the link, or those that the user is choosing, and a function that sets them. They are stored on
 * this device immediately, and reported once they are final.
 */
export function useDraftWidths(
  requested: ColumnWidths = noWidths,
  onWidths: (widths: ColumnWidths) => void,
): readonly [ColumnWidths, (widths: ColumnWidths) => void] {
  const base = formatColumnWidths(requested);
  const stored = useTableLayout(({ widths }) => widths);
  const [draft, setDraft] = useState<{ readonly base: string; readonly widths: ColumnWidths }>();
  // The link now contains the new widths, or another link was opened.
  if (draft && draft.base !== base) setDraft(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const choose = (widths: ColumnWidths) => {
    useTableLayout.setState({ widths });
    setDraft({ base, widths });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // The user may have reset the columns meanwhile.
      if (useTableLayout.getState().widths === widths) onWidths(widths);
    }, SETTLE_MS);
  };
  return [draft?.base === base && draft.widths === stored ? draft.widths : requested, choose];
}
