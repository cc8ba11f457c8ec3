import type { GridColumnId } from './grid-columns.ts';
import styles from './jetton-grid.module.css';
import type { CellFace } from './row-data.ts';

type Faces = ReadonlyMap<GridColumnId, CellFace>;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Tints the cells whose value is another than before; not those whose first value came. */
export function tintChanged(row: HTMLElement, before: Faces, now: Faces): void {
  if (still.matches) return;
  for (const [id, { full }] of now) {
    const known = before.get(id)?.full;
    if (id === 'rank' || id === 'age' || !known || known === full || full === '') continue;
    row
      .querySelector(`.${styles[id]}`)
      ?.animate([{ backgroundColor: 'var(--tint)' }, { backgroundColor: 'transparent' }], 600);
  }
}
