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

/*
 * The rows are the service's, in its order, and up to 100,000 of them: the table is asked about columns alone. A row
 * model would be built anew with every page.
 */
const noData: ListedJetton[] = [];

type Widths = Readonly<Partial<Record<ColumnId, number>>>;

/** What the table shows, by what the link says, and where, by what this device likes. */
export function useColumnLayout(asked: readonly SelectableColumn[] | undefined, isPhone: boolean) {
  const { pinned, widths } = useTableLayout();
  const chosen = asked ?? defaultColumnsFor(isPhone);
  const frame: RowLayout = useMemo(
    () => (isPhone ? phoneFrame(chosen) : frameOf(chosen, pinned)),
    [chosen, pinned, isPhone],
  );
  const state = useMemo(() => tableState(frame, widths), [frame, widths]);
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
  return { table, frame, widths };
}

function frameOf(chosen: readonly SelectableColumn[], pinned: readonly SelectableColumn[]): RowLayout {
  const stay = chosen.filter((id) => pinned.includes(id));
  const before = stay.filter((id) => id === 'rank');
  return {
    pinned: [...before, 'star', 'jetton', ...stay.filter((id) => id !== 'rank')],
    others: chosen.filter((id) => !stay.includes(id)),
  };
}

const PHONE_PLACES = 4;

function phoneFrame(chosen: readonly SelectableColumn[]): RowLayout {
  const figures = chosen.filter((id) => !isWideOnly(id)).slice(0, PHONE_PLACES);
  return { pinned: ['jetton'], others: [...figures, 'star'], isTwoLine: true };
}

function tableState(frame: RowLayout, widths: Widths) {
  const shown = [...frame.pinned, ...frame.others];
  return {
    columnOrder: shown,
    columnPinning: { start: [...frame.pinned], end: [] },
    columnVisibility: Object.fromEntries(allIds.map((id) => [id, shown.includes(id)])),
    columnSizing: { ...widths },
  };
}

export type ColumnTable = ReturnType<typeof useColumnLayout>['table'];

/** Of what a finger is to meet. */
const TOUCH_WIDTH = 44;

/** The tracks of rows: what is left over is shared among the columns that nobody has sized. */
export function gridTemplate({ pinned, others }: RowLayout, widths: Widths, isTouch: boolean) {
  const parts = (ids: readonly GridColumnId[]) =>
    ids.map((id) => track(id, id !== 'star' ? widths[id] : isTouch ? TOUCH_WIDTH : undefined));
  const inner = parts(pinned);
  const least = inner.reduce((sum, { px }) => sum + px, 0);
  const share = inner.reduce((sum, { fr }) => sum + fr, 0);
  const outer = parts(others);
  return {
    '--pinned-columns': inner.map(text).join(' '),
    '--columns': [text({ px: least, fr: share }), ...outer.map(text)].join(' '),
    '--least': `${outer.reduce((sum, { px }) => sum + px, least)}px`,
    '--pinned': `${least}px`,
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

function text({ px, fr }: Track): string {
  return fr === 0 ? `${px}px` : `minmax(${px}px, ${fr}fr)`;
}
