import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { RowLayout } from '#web/grid/rows/jetton-row.tsx';
import {
  type ColumnId,
  columnIds,
  defaultColumnsFor,
  isWideOnly,
  type SelectableColumn,
} from '#web/lib/screen/columns.ts';
import {
  MAX_COLUMN_WIDTH,
  MIN_COLUMN_WIDTH,
  setColumnWidth,
  useTableLayout,
} from '#web/state/table-layout.ts';
import { type GridColumnId, gridColumn } from './grid-columns.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});

const allIds: readonly GridColumnId[] = ['star', ...columnIds];
const helper = createColumnHelper<typeof features, ListedJetton>();
const columns = helper.columns(
  allIds.map((id) => {
    const { width, isText } = gridColumn(id);
    return helper.display({
      id,
      size: width,
      minSize: isText ? 120 : MIN_COLUMN_WIDTH,
      maxSize: MAX_COLUMN_WIDTH,
    });
  }),
);

// TanStack Table manages only the columns. Rows arrive sorted from the service, up to 100,000 of them, and a row model
// would be rebuilt with every page.
const noData: ListedJetton[] = [];

type Widths = Readonly<Partial<Record<ColumnId, number>>>;

/**
 * Returns the column table and the layout of a row. The link decides which columns are shown; pinning and widths are
 * stored on this device.
 */
export function useColumnLayout(requested: readonly SelectableColumn[] | undefined, isPhone: boolean) {
  const { pinned, widths } = useTableLayout();
  const chosen = requested ?? defaultColumnsFor(isPhone);
  const layout: RowLayout = useMemo(
    () => (isPhone ? phoneLayout(chosen) : tableLayout(chosen, pinned)),
    [chosen, pinned, isPhone],
  );
  const state = useMemo(() => tableState(layout, widths), [layout, widths]);
  const table = useTable({
    features,
    columns,
    data: noData,
    state,
    columnResizeMode: 'onChange' as const,
    onColumnSizingChange: (change) => {
      const sizes = typeof change === 'function' ? change(state.columnSizing) : change;
      for (const id of columnIds) if (sizes[id] !== widths[id]) setColumnWidth(id, sizes[id]);
    },
  });
  return { table, layout, widths };
}

function tableLayout(chosen: readonly SelectableColumn[], pinned: readonly SelectableColumn[]): RowLayout {
  const pinnedIds = chosen.filter((id) => pinned.includes(id));
  const rank = pinnedIds.filter((id) => id === 'rank');
  return {
    pinned: [...rank, 'star', 'jetton', ...pinnedIds.filter((id) => id !== 'rank')],
    others: chosen.filter((id) => !pinnedIds.includes(id)),
  };
}

const PHONE_VALUES = 4;

function phoneLayout(chosen: readonly SelectableColumn[]): RowLayout {
  const values = chosen.filter((id) => !isWideOnly(id)).slice(0, PHONE_VALUES);
  return { pinned: ['jetton'], others: [...values, 'star'], isTwoLine: true };
}

function tableState(layout: RowLayout, widths: Widths) {
  const shown = [...layout.pinned, ...layout.others];
  return {
    columnOrder: shown,
    columnPinning: { start: [...layout.pinned], end: [] },
    columnVisibility: Object.fromEntries(allIds.map((id) => [id, shown.includes(id)])),
    columnSizing: { ...widths },
  };
}

export type ColumnTable = ReturnType<typeof useColumnLayout>['table'];

/** Minimum size of a touch target, in pixels. */
const TOUCH_TARGET = 44;

/**
 * Returns the CSS custom properties with the grid tracks of a row. Remaining width is shared among the columns that the
 * user has not resized.
 */
export function gridTemplate({ pinned, others }: RowLayout, widths: Widths, isTouch: boolean) {
  const tracksOf = (ids: readonly GridColumnId[]) =>
    ids.map((id) => track(id, id !== 'star' ? widths[id] : isTouch ? TOUCH_TARGET : undefined));
  const pinnedTracks = tracksOf(pinned);
  const minWidth = pinnedTracks.reduce((sum, { px }) => sum + px, 0);
  const fraction = pinnedTracks.reduce((sum, { fr }) => sum + fr, 0);
  const otherTracks = tracksOf(others);
  return {
    '--pinned-columns': pinnedTracks.map(trackText).join(' '),
    '--columns': [trackText({ px: minWidth, fr: fraction }), ...otherTracks.map(trackText)].join(' '),
    '--min-width': `${otherTracks.reduce((sum, { px }) => sum + px, minWidth)}px`,
    '--pinned': `${minWidth}px`,
  };
}

interface Track {
  readonly px: number;
  readonly fr: number;
}

function track(id: GridColumnId, width: number | undefined): Track {
  if (width !== undefined) return { px: width, fr: 0 };
  const px = gridColumn(id).width;
  return { px, fr: id === 'rank' || id === 'star' ? 0 : px };
}

function trackText({ px, fr }: Track): string {
  return fr === 0 ? `${px}px` : `minmax(${px}px, ${fr}fr)`;
}
