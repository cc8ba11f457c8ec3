import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react';
import type { GridColumnId } from './columns/grid-columns.ts';

/** The head, or a row by its address: rows keep the focus wherever they go. */
type Line = 'head' | { readonly address: string };

export interface ActiveCell {
  readonly line: Line;
  readonly column: GridColumnId;
}

export interface GridShape {
  readonly columns: readonly GridColumnId[];
  readonly count: number;
  readonly hasHead: boolean;
  readonly addressAt: (index: number) => string | undefined;
  readonly indexOf: (address: string) => number | undefined;
}

const HEAD = -1;

/** One tab stop for the whole grid; the arrows walk its cells (WAI-ARIA data grid). */
export function useGridFocus(grid: RefObject<HTMLElement | null>, shape: GridShape) {
  const [active, setActive] = useState<ActiveCell>();
  const isInside = useRef(false);
  const toFocus = useRef(false);
  const lastRow = useRef(0);
  const at = position(active, shape);

  const go = useCallback((line: Line, column: GridColumnId) => {
    toFocus.current = true;
    setActive({ line, column });
  }, []);

  const move = (row: number, column: number) => {
    const first = shape.hasHead ? HEAD : 0;
    const index = clamp(row, first, shape.count - 1);
    const address = shape.addressAt(index);
    const id = shape.columns[clamp(column, 0, shape.columns.length - 1)];
    if (id === undefined || (index !== HEAD && address === undefined)) return;
    go(address === undefined || index === HEAD ? 'head' : { address }, id);
  };

  const settle = () => {
    const lost = isInside.current && document.activeElement === document.body;
    const before = lastRow.current;
    lastRow.current = at.row;
    if (!toFocus.current && !lost) return;
    toFocus.current = false;
    // A row that is gone, as one taken off the watchlist, hands the focus to the one in its place.
    const heir =
      lost && isGone(active, shape) ? shape.addressAt(Math.min(before, shape.count - 1)) : undefined;
    if (active && heir !== undefined) return go({ address: heir }, active.column);
    const cell = grid.current && cellElement(grid.current, at.row, at.column);
    if (!cell) return;
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    focusable(cell).focus({ preventScroll: true });
  };

  return {
    active: { ...at, id: shape.columns[at.column] },
    /** To be called whenever rows were drawn: gives the focus to the cell that it is to be on. */
    settle,
    focusRow: (index: number) => move(index, at.column),
    onKeyDown: (event: KeyboardEvent) => {
      const target = isPlain(event) && step(event, at, shape, pageRows(event.currentTarget));
      if (!target) return;
      event.preventDefault();
      move(...target);
    },
    onFocus: (event: FocusEvent) => {
      isInside.current = true;
      const found = cellAt(event.target);
      if (!found || toFocus.current) return;
      const id = shape.columns[found.column];
      const address = shape.addressAt(found.row);
      if (id === undefined || (found.row === at.row && found.column === at.column)) return;
      setActive({ line: address === undefined ? 'head' : { address }, column: id });
    },
    onBlur: (event: FocusEvent) => {
      // A row that is redrawn elsewhere loses the focus to nobody: then it is given back.
      if (event.relatedTarget !== null || document.activeElement !== document.body) isInside.current = false;
    },
  };
}

function isGone(active: ActiveCell | undefined, { indexOf }: GridShape): boolean {
  return active !== undefined && active.line !== 'head' && indexOf(active.line.address) === undefined;
}

function position(active: ActiveCell | undefined, { columns, indexOf, hasHead }: GridShape) {
  const jetton = columns.indexOf('jetton');
  const column = active ? columns.indexOf(active.column) : jetton;
  if (active?.line === 'head' && hasHead) return { row: HEAD, column: Math.max(column, 0) };
  const row = active && active.line !== 'head' ? indexOf(active.line.address) : undefined;
  return { row: row ?? 0, column: column < 0 ? jetton : column };
}

type Place = { readonly row: number; readonly column: number };

function step(
  event: KeyboardEvent,
  { row, column }: Place,
  shape: GridShape,
  page: number,
): [number, number] | undefined {
  const far = event.ctrlKey || event.metaKey;
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
      return [row === HEAD ? HEAD : Math.max(row - page, 0), column];
    case 'Home':
      return far ? [0, 0] : [row, 0];
    case 'End':
      return far ? [shape.count - 1, last] : [row, last];
    default:
      return undefined;
  }
}

/** Rows that are seen at once, but one that stays for the eye. */
function pageRows(grid: EventTarget): number {
  if (!(grid instanceof HTMLElement)) return 1;
  const height = grid.querySelector<HTMLElement>('[role=row]:not([aria-rowindex="1"])')?.offsetHeight ?? 1;
  return Math.max(Math.floor(grid.clientHeight / height) - 2, 1);
}

function isPlain({ altKey, shiftKey }: KeyboardEvent): boolean {
  return !altKey && !shiftKey;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

const CELLS = '[role=gridcell], [role=columnheader]';

function cellElement(grid: HTMLElement, row: number, column: number): HTMLElement | null {
  const line = grid.querySelector(`[aria-rowindex="${row + 2}"]`);
  const cell = line?.querySelectorAll(CELLS)[column];
  return cell instanceof HTMLElement ? cell : null;
}

/** A cell with one thing to press hands the focus on to it. */
function focusable(cell: HTMLElement): HTMLElement {
  return cell.querySelector<HTMLElement>('a, button') ?? cell;
}

/** Where in the grid an element is. */
export function cellAt(element: Element): Place | undefined {
  const cell = element.closest(CELLS);
  const line = cell?.closest('[role=row]');
  if (!cell || !line) return undefined;
  return {
    row: Number(line.getAttribute('aria-rowindex')) - 2,
    column: [...line.querySelectorAll(CELLS)].indexOf(cell),
  };
}

export type GridFocus = ReturnType<typeof useGridFocus>;
