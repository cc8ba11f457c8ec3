import { useRouter } from '@tanstack/react-router';
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  functionalUpdate,
  metaHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { scaled } from '#web/kit/device/media.ts';
import {
  type ColumnWidths,
  columnIds,
  formatColumnWidths,
  isWideOnly,
  limitColumnWidth,
  type SelectableColumn,
  selectableColumns,
} from '#web/list/columns.ts';
import { useTableLayout } from '#web/list/table-layout.ts';
import { type GridColumn, type GridColumnId, gridColumn } from './columns/list-columns.ts';
import type { RowLayout } from './rows/jetton-row.tsx';

const features = tableFeatures({
  columnMeta: metaHelper<GridColumn>(),
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});

const allIds: readonly GridColumnId[] = ['star', ...columnIds];
const helper = createColumnHelper<typeof features, ListedJetton>();
const columns = helper.columns(
  allIds.map((id) => {
    const meta = gridColumn(id);
    return helper.display({ id, meta, size: meta.width });
  }),
);

// TanStack Table manages only the columns. Rows arrive sorted from the service, up to 100,000 of them, and a row model
// would be rebuilt with every page.
const noData: ListedJetton[] = [];

/** Minimum size of a touch target, in pixels. */
const TOUCH_TARGET = 44;

interface Options {
  readonly chosen: readonly SelectableColumn[];
  readonly widths: ColumnWidths | undefined;
  readonly onWidths: (widths: ColumnWidths) => void;
  readonly isPhone: boolean;
  readonly isTouch: boolean;
}

/**
 * Returns the column table and the layout of a row. The link decides which columns are shown and how wide they are; pinning
 * is stored on this device.
 */
export function useColumnTable({ chosen, widths: requestedWidths, onWidths, isPhone, isTouch }: Options) {
  const { pinned } = useTableLayout();
  const [widths, setWidths] = useDraftWidths(requestedWidths, onWidths);
  // Separate from the widths, so that resizing does not re-render the rows.
  const arrangement = useMemo(
    () => (isPhone ? phoneColumns(chosen) : tableColumns(chosen, pinned)),
    [chosen, pinned, isPhone],
  );
  const columnSizing = useMemo(
    () => ({ ...widths, ...(isTouch ? { star: TOUCH_TARGET } : {}) }),
    [widths, isTouch],
  );
  const table = useTable({
    features,
    columns,
    data: noData,
    state: { ...arrangement, columnSizing },
    onColumnSizingChange: (updater) => {
      const sizes = functionalUpdate(updater, columnSizing);
      const changed = columnIds.flatMap((id) => {
        const size = sizes[id];
        return size === undefined ? [] : [[id, limitColumnWidth(size)] as const];
      });
      setWidths(Object.fromEntries(changed));
    },
  });
  const start = table.getStartVisibleLeafColumns();
  const center = table.getCenterVisibleLeafColumns();
  const layout: RowLayout = useMemo(
    () => ({ pinned: idsOf(start), others: idsOf(center), ...(isPhone ? { isTwoLine: true } : {}) }),
    [start, center, isPhone],
  );
  return { table, layout, isResized: !isPhone && Object.keys(widths).length > 0 };
}

export type ColumnTable = ReturnType<typeof useColumnTable>['table'];
export type ColumnHeader = ReturnType<ColumnTable['getFlatHeaders']>[number];
type Column = ColumnHeader['column'];

/** Returns the table state for a wide window. The rank, if pinned, comes before the star. */
function tableColumns(chosen: readonly SelectableColumn[], pinned: readonly SelectableColumn[]) {
  const pins = chosen.filter((id) => id !== 'rank' && pinned.includes(id));
  return columnState(chosen, [...(pinned.includes('rank') ? ['rank'] : []), 'star', 'jetton', ...pins]);
}

const PHONE_VALUES = 4;

/** Returns the table state for two-line rows: the first values that fit, and the star at the end. */
function phoneColumns(chosen: readonly SelectableColumn[]) {
  return columnState(chosen.filter((id) => !isWideOnly(id)).slice(0, PHONE_VALUES), ['jetton']);
}

function columnState(shown: readonly SelectableColumn[], start: string[]) {
  return {
    columnOrder: [...shown, 'star'],
    columnPinning: { start, end: [] },
    columnVisibility: Object.fromEntries(selectableColumns.map((id) => [id, shown.includes(id)])),
  };
}

/** Whether the user can set the width of a column. */
export function isResizable({ id }: Column): boolean {
  return id !== 'star' && id !== 'rank';
}

/**
 * Starts to resize a column from the width that it has on the screen, and returns a function that widens it by pixels.
 * Columns before it keep the widths that they have taken from the remaining space, so that its edge follows the pointer.
 */
export function resizeColumn(table: ColumnTable, head: Element): (by: number) => void {
  const heads = [...(head.closest('[role=row]')?.querySelectorAll('[role=columnheader]') ?? [])];
  const columns = [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()];
  const index = heads.indexOf(head);
  const shown = columns.slice(0, index + 1).map((column, position) => ({
    column,
    width: (heads[position]?.getBoundingClientRect().width ?? scaled(column.getSize())) / scaled(1),
  }));
  const start = Object.fromEntries(
    shown
      .filter(
        ({ column, width }, position) =>
          position === index || (isResizable(column) && width > column.getSize()),
      )
      .map(({ column, width }) => [column.id, width]),
  );
  const id = columns[index]?.id;
  return (by) => {
    if (id !== undefined)
      table.setColumnSizing((sizes) => ({ ...sizes, ...start, [id]: (start[id] ?? 0) + by / scaled(1) }));
  };
}

function idsOf(tableColumns: readonly Column[]): GridColumnId[] {
  return tableColumns.flatMap(({ columnDef: { meta } }) => meta?.id ?? []);
}

/**
 * Returns the CSS custom properties with the grid tracks of a row. Remaining width is shared among the columns that the
 * user has not resized.
 */
export function gridTemplate(table: ColumnTable) {
  const trackOf = (column: Column): Track => {
    const px = scaled(column.getSize());
    const isFixed = !isResizable(column) || table.state.columnSizing[column.id] !== undefined;
    return { px, fr: isFixed ? 0 : px };
  };
  const pinned = table.getStartVisibleLeafColumns().map(trackOf);
  const others = table.getCenterVisibleLeafColumns().map(trackOf);
  const pinnedTrack = sumOf(pinned);
  return {
    '--pinned-columns': pinned.map(trackText).join(' '),
    '--columns': [pinnedTrack, ...others].map(trackText).join(' '),
    '--min-width': `${sumOf([pinnedTrack, ...others]).px}px`,
    '--pinned': `${pinnedTrack.px}px`,
  };
}

interface Track {
  readonly px: number;
  readonly fr: number;
}

/** The table's own totals would build header groups that nothing else needs before the first render. */
function sumOf(tracks: readonly Track[]): Track {
  return tracks.reduce((sum, { px, fr }) => ({ px: sum.px + px, fr: sum.fr + fr }), { px: 0, fr: 0 });
}

function trackText({ px, fr }: Track): string {
  return fr === 0 ? `${px}px` : `minmax(${px}px, ${fr}fr)`;
}

/** Milliseconds without a change after which the widths are final. Dragging changes them with every frame. */
const SETTLE_MS = 300;

const noWidths: ColumnWidths = {};

/**
 * Returns the widths of the link, or those that the user is choosing, and a function that sets them. They are stored on
 * this device immediately, and reported once they are final.
 */
function useDraftWidths(
  requested: ColumnWidths = noWidths,
  onWidths: (widths: ColumnWidths) => void,
): readonly [ColumnWidths, (widths: ColumnWidths) => void] {
  const base = formatColumnWidths(requested);
  const stored = useTableLayout(({ widths }) => widths);
  const [draft, setDraft] = useState<{ readonly base: string; readonly widths: ColumnWidths }>();
  // The link now contains the new widths, or another link was opened.
  if (draft && draft.base !== base) setDraft(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const router = useRouter();
  const choose = (widths: ColumnWidths) => {
    const { pathname } = router.latestLocation;
    useTableLayout.setState({ widths });
    setDraft({ base, widths });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // The user may have reset the columns meanwhile, or opened another page that is still loading.
      const isOpen = router.latestLocation.pathname === pathname;
      if (isOpen && useTableLayout.getState().widths === widths) onWidths(widths);
    }, SETTLE_MS);
  };
  return [draft?.base === base && draft.widths === stored ? draft.widths : requested, choose];
}
