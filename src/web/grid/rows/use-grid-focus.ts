import { useRouter } from '@tanstack/react-router';
import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { GridColumnId } from '#web/grid/columns/list-columns.ts';
import { isShortcut, useKey } from '#web/kit/controls/use-key.ts';
import { scrollKey } from '#web/kit/device/link-state.ts';

/** The header, or a row by its address, so that a row keeps the focus when it moves. */
type RowRef = 'header' | { readonly address: string };

interface ActiveCell {
  readonly rowRef: RowRef;
  readonly column: GridColumnId;
}

interface GridShape {
  readonly columns: readonly GridColumnId[];
  readonly count: number;
  readonly hasHeader: boolean;
  readonly addressAt: (index: number) => string | undefined;
  readonly indexOf: (address: string) => number | undefined;
}

const HEADER = -1;

/** The cell last active on each history entry, by scroll key. */
const activeCells = new Map<string, ActiveCell>();

/**
 * Keyboard focus of the grid: one tab stop, and arrow keys that move between cells (WAI-ARIA data grid pattern). After Back,
 * the active cell is the one that was active when the page was left, and has the focus unless another element has it.
 */
export function useGridFocus(grid: RefObject<HTMLElement | null>, shape: GridShape) {
  const router = useRouter();
  const [active, setActive] = useState(() => activeCells.get(scrollKey(router.latestLocation)));
  const isReturning = useRef(active !== undefined);
  const isInside = useRef(false);
  const needsFocus = useRef(false);
  const previousRow = useRef(0);
  const at = position(active, shape);

  const update = (cell: ActiveCell) => {
    activeCells.set(scrollKey(router.latestLocation), cell);
    setActive(cell);
  };
  const activate = (cell: ActiveCell) => {
    needsFocus.current = true;
    update(cell);
  };

  const move = (row: number, column: number) => {
    const first = shape.hasHeader ? HEADER : 0;
    const index = clamp(row, first, shape.count - 1);
    const address = shape.addressAt(index);
    const id = shape.columns[clamp(column, 0, shape.columns.length - 1)];
    if (id === undefined || (index !== HEADER && address === undefined)) return;
    activate({ rowRef: address === undefined || index === HEADER ? 'header' : { address }, column: id });
  };

  const restore = () => {
    const returns = isReturning.current && isFocusFree() && !isRemoved(active, shape);
    if (shape.count > 0) isReturning.current = false;
    const isLost = isInside.current && document.activeElement === document.body;
    const before = previousRow.current;
    previousRow.current = at.row;
    if (!needsFocus.current && !isLost && !returns) return;
    needsFocus.current = false;
    // If the row was removed, for example from the watchlist, focus the row that took its position.
    const successor =
      isLost && isRemoved(active, shape) ? shape.addressAt(Math.min(before, shape.count - 1)) : undefined;
    if (active && successor !== undefined)
      return activate({ rowRef: { address: successor }, column: active.column });
    const cell = grid.current && cellElement(grid.current, at.row, at.column);
    if (!cell) return;
    // The router restores the position of the page returned to.
    if (!returns) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    focusable(cell).focus({ preventScroll: true });
  };

  return {
    active: { ...at, id: shape.columns[at.column] },
    /** To be called after every render of the rows: moves the DOM focus to the active cell if needed. */
    restore,
    focusRow: (index: number) => move(index, at.column),
    onKeyDown: (event: KeyboardEvent) => {
      const target = hasNoModifier(event) && step(event, at, shape, pageRows(event.currentTarget));
      if (!target) return;
      event.preventDefault();
      move(...target);
    },
    onFocus: (event: FocusEvent) => {
      isInside.current = true;
      const found = cellAt(event.target);
      if (!found || needsFocus.current) return;
      const id = shape.columns[found.column];
      const address = shape.addressAt(found.row);
      if (id === undefined || (found.row === at.row && found.column === at.column)) return;
      update({ rowRef: address === undefined ? 'header' : { address }, column: id });
    },
    onBlur: (event: FocusEvent) => {
      // An element that is removed loses the focus without a related target; `restore` then returns it.
      if (event.relatedTarget !== null || document.activeElement !== document.body) isInside.current = false;
    },
  };
}

/** Whether no control has the focus, as when the link that opened the page is gone. */
function isFocusFree(): boolean {
  const { activeElement: focused } = document;
  return focused === document.body || focused?.id === 'main';
}

function isRemoved(active: ActiveCell | undefined, { indexOf }: GridShape): boolean {
  return active !== undefined && active.rowRef !== 'header' && indexOf(active.rowRef.address) === undefined;
}

function position(active: ActiveCell | undefined, { columns, indexOf, hasHeader }: GridShape) {
  const jetton = columns.indexOf('jetton');
  const column = active ? columns.indexOf(active.column) : jetton;
  if (active?.rowRef === 'header' && hasHeader) return { row: HEADER, column: Math.max(column, 0) };
  const row = active && active.rowRef !== 'header' ? indexOf(active.rowRef.address) : undefined;
  return { row: row ?? 0, column: column < 0 ? jetton : column };
}

type CellPosition = { readonly row: number; readonly column: number };

function step(
  event: KeyboardEvent,
  { row, column }: CellPosition,
  shape: GridShape,
  page: number,
): [number, number] | undefined {
  const isWholeGrid = event.ctrlKey || event.metaKey;
  const last = shape.columns.length - 1;
  switch (event.key) {
    case 'ArrowDown':
      return [row + 1, column];
    case 'ArrowUp':
      return [row - 1, column];
    case 'ArrowRight':
      return [row, column + 1];
    case 'ArrowLeft':
      return [row, column - 1];
    case 'PageDown':
      return [Math.max(row, 0) + page, column];
    case 'PageUp':
      return [row === HEADER ? HEADER : Math.max(row - page, 0), column];
    case 'Home':
      return isWholeGrid ? [0, 0] : [row, 0];
    case 'End':
      return isWholeGrid ? [shape.count - 1, last] : [row, last];
    default:
      return undefined;
  }
}

/** Returns the number of rows to move by for Page Up and Page Down, keeping one row in view for orientation. */
function pageRows(grid: EventTarget): number {
  if (!(grid instanceof HTMLElement)) return 1;
  const height = grid.querySelector<HTMLElement>('[role=row]:not([aria-rowindex="1"])')?.offsetHeight ?? 1;
  return Math.max(Math.floor(grid.clientHeight / height) - 2, 1);
}

function hasNoModifier({ altKey, shiftKey }: KeyboardEvent): boolean {
  return !altKey && !shiftKey;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}

const CELLS = '[role=gridcell], [role=columnheader]';

function cellElement(grid: HTMLElement, row: number, column: number): HTMLElement | null {
  const rowElement = grid.querySelector(`[aria-rowindex="${row + 2}"]`);
  const cell = rowElement?.querySelectorAll(CELLS)[column];
  return cell instanceof HTMLElement ? cell : null;
}

/** Returns the cell's link or button if it has one, else the cell. */
function focusable(cell: HTMLElement): HTMLElement {
  return cell.querySelector<HTMLElement>('a, button') ?? cell;
}

/** Returns the position of the cell that contains the element. */
export function cellAt(element: Element): CellPosition | undefined {
  const cell = element.closest(CELLS);
  const rowElement = cell?.closest('[role=row]');
  if (!cell || !rowElement) return undefined;
  return {
    row: Number(rowElement.getAttribute('aria-rowindex')) - 2,
    column: [...rowElement.querySelectorAll(CELLS)].indexOf(cell),
  };
}

export type GridFocus = ReturnType<typeof useGridFocus>;

interface RowKeyOptions {
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
export function useRowKeys({ scroller, focus, count, rowHeight }: RowKeyOptions): void {
  const moveBy = (step: number) => {
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
  };
  useKey((event) => {
    const key = event.key.toLowerCase();
    if ((key !== 'j' && key !== 'k') || !isShortcut(event)) return;
    event.preventDefault();
    moveBy(key === 'j' ? 1 : -1);
  });
}
