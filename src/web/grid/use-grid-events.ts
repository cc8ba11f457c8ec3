import { useRouter } from '@tanstack/react-router';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { isForElsewhere, openElsewhere, rowLinkEvents } from '#web/kit/device/row-link.ts';
import { isSelectableColumn, type SelectableColumn } from '#web/list/columns.ts';
import { toggleWatchlist } from '#web/list/watchlist.ts';
import { type ColumnTable, resizeColumn } from './column-table.ts';
import type { GridColumnId } from './columns/list-columns.ts';
import { formatCell, hoverText } from './rows/cells.tsx';
import { toggleSelected } from './rows/compared-rows.ts';
import type { DisplaySettings } from './rows/display-settings.ts';
import type { RowLayout } from './rows/jetton-row.tsx';
import type { RowList } from './rows/loaded-rows.ts';
import { cellAt, type GridFocus } from './rows/use-grid-focus.ts';
import type { RowDataSource } from './rows/use-row-data.ts';

interface Options {
  readonly rows: RowList;
  readonly layout: RowLayout;
  readonly settings: DisplaySettings;
  readonly data: RowDataSource;
  readonly focus: GridFocus;
  readonly table: ColumnTable;
  readonly onMove: (id: SelectableColumn, target: SelectableColumn) => void;
}

const WIDTH_STEP = 8;

/** Event handlers of the grid element, delegated because handlers on every cell would be recreated with every row. */
export function useGridEvents({ rows, layout, settings, data, focus, table, onMove }: Options) {
  const columns = [...layout.pinned, ...layout.others];
  const router = useRouter();
  const locate = (element: Element) => {
    const position = cellAt(element);
    const jetton = position && rows.rows[position.row];
    const id = position && columns[position.column];
    return jetton && id ? { index: position.row, identity: jetton.identity, id } : undefined;
  };
  const open = (address: string) => void router.navigate({ to: '/jetton/$address', params: { address } });
  const titleOf = (cell: Element) => {
    const found = locate(cell);
    const row = found && data.at(found.index);
    if (!row) return '';
    if (found.id === 'jetton') return `${row.jetton.identity.name}\n${row.jetton.identity.userFriendly}`;
    if (found.id === 'star' || found.id === 'line') return '';
    if (found.id === 'rank') return 'Select to compare';
    return hoverText(formatCell(found.id, row, settings), settings, data.loadedAt(found.index));
  };
  const linkAt = (target: Element) => {
    const id = locate(target)?.id;
    return id === 'star' || id === 'rank' ? undefined : rowLink(target);
  };
  return {
    ...rowLinkEvents(linkAt),
    onClick: (event: MouseEvent) => {
      const found = event.target instanceof Element ? locate(event.target) : undefined;
      if (!found || !(event.target instanceof Element)) return;
      if (event.target.closest('[data-action=watch]')) return toggleWatchlist(found.identity.address);
      if (found.id === 'star') return;
      if (isForElsewhere(event)) return openElsewhere(event, linkAt);
      if (found.id === 'rank') return toggleSelected(found.identity.address);
      if (getSelection()?.type === 'Range') return;
      event.preventDefault();
      // A click focuses nothing in most cells. Keyboard navigation continues from this row after Back.
      focus.focusRow(found.index);
      open(found.identity.userFriendly);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      const located = locate(target);
      const onCell = target.matches('[role=gridcell]') && located;
      if (event.key === 'Enter' && onCell) open(onCell.identity.userFriendly);
      else if (event.key.toLowerCase() === 'w' && hasNoModifier(event) && located)
        toggleWatchlist(located.identity.address);
      else if (event.key.toLowerCase() === 'a' && hasNoModifier(event) && located)
        void router.navigate({ to: '/alerts', search: { address: located.identity.userFriendly } });
      else if (event.key === ' ' && hasNoModifier(event) && located && !target.matches('button')) {
        event.preventDefault();
        toggleSelected(located.identity.address);
      } else if (event.shiftKey && focus.active.row < 0) {
        if (event.ctrlKey || event.metaKey) moveHeader(event, focus.active.id, layout, onMove);
        else resize(event, table);
      } else focus.onKeyDown(event);
    },
    onFocus: focus.onFocus,
    onBlur: focus.onBlur,
    onPointerOver: (event: PointerEvent) => {
      const cell = event.target instanceof Element && event.target.closest('[role=gridcell]');
      if (cell instanceof HTMLElement) cell.title = titleOf(cell);
    },
  };
}

function rowLink(target: Element): HTMLAnchorElement | null | undefined {
  return target.closest('[role=row]')?.querySelector('a');
}

function hasNoModifier({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey;
}

/** Moves a column by one position among the pinned or the other columns. */
function moveHeader(
  event: KeyboardEvent,
  id: GridColumnId | undefined,
  { pinned, others }: RowLayout,
  onMove: Options['onMove'],
): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (id === undefined || step === 0) return;
  event.preventDefault();
  const group = pinned.includes(id) ? pinned : others;
  const target = group[group.indexOf(id) + step];
  if (target && isSelectableColumn(id) && isSelectableColumn(target)) onMove(id, target);
}

function resize(event: KeyboardEvent, table: ColumnTable): void {
  const step = event.key === 'ArrowRight' ? WIDTH_STEP : event.key === 'ArrowLeft' ? -WIDTH_STEP : 0;
  const head = event.target instanceof Element && event.target.closest('[role=columnheader]');
  if (!head || step === 0) return;
  event.preventDefault();
  resizeColumn(table, head)(step);
}
