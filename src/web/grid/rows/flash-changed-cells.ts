import type { GridColumnId } from '#web/grid/columns/grid-columns.ts';
import type { Cell } from './row-data.ts';

type Faces = ReadonlyMap<GridColumnId, Cell>;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Tints the cells whose value is another than before; not those whose first value came. Answers what it began. */
export function flashChangedCells(
  row: HTMLElement,
  columns: readonly GridColumnId[],
  before: Faces,
  now: Faces,
): readonly Animation[] {
  if (still.matches) return [];
  const tints: Animation[] = [];
  const cells = row.querySelectorAll('[role=gridcell]');
  for (const [id, { full }] of now) {
    const known = before.get(id)?.full;
    if (id === 'rank' || id === 'age' || !known || known === full || full === '') continue;
    const cell = cells[columns.indexOf(id)];
    if (!cell) continue;
    tints.push(cell.animate([{ backgroundColor: 'var(--tint)' }, { backgroundColor: 'transparent' }], 600));
  }
  return tints;
}
