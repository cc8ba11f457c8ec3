import type { GridColumnId } from '#web/grid/columns/list-columns.ts';
import type { Cell } from './row-values.ts';

type Cells = ReadonlyMap<GridColumnId, Cell>;

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Flashes the cells whose value has changed, except those that had no value. Returns the animations started. */
export function flashChangedCells(
  row: HTMLElement,
  columns: readonly GridColumnId[],
  before: Cells,
  now: Cells,
): readonly Animation[] {
  if (reducedMotion.matches) return [];
  const animations: Animation[] = [];
  const elements = row.querySelectorAll('[role=gridcell]');
  for (const [id, { full }] of now) {
    const previous = before.get(id)?.full;
    if (id === 'rank' || id === 'age' || !previous || previous === full || full === '') continue;
    const element = elements[columns.indexOf(id)];
    if (!element) continue;
    animations.push(
      element.animate([{ backgroundColor: 'var(--flash)' }, { backgroundColor: 'transparent' }], 600),
    );
  }
  return animations;
}
