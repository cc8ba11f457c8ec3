/** A tile in percent of the width and the height of its map. */
export interface Tile {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Divides a map among values, largest first, into tiles whose areas have their ratios and which are as square as possible
 * ("Squarified Treemaps", Bruls, Huizing and van Wijk, 2000). `aspect`: width of the map by its height.
 */
export function treemap(values: readonly number[], aspect: number): Tile[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  const areas = values.map((value) => (value / total) * aspect);
  const tiles: Tile[] = [];
  let free = { left: 0, top: 0, width: aspect, height: 1 };
  while (tiles.length < areas.length) {
    const side = Math.min(free.width, free.height);
    const rest = areas.slice(tiles.length);
    let count = 1;
    while (count < rest.length && worstRatio(rest, count + 1, side) <= worstRatio(rest, count, side))
      count += 1;
    const row = rest.slice(0, count);
    const sum = row.reduce((area, next) => area + next, 0);
    // Rounding errors must not leave the last row without room.
    const depth = Math.min(sum / side, Math.max(free.width, free.height));
    const isColumn = free.height <= free.width;
    let offset = 0;
    for (const area of row) {
      const length = sum === 0 ? 0 : (area / sum) * side;
      const tile = isColumn
        ? { left: free.left, top: free.top + offset, width: depth, height: length }
        : { left: free.left + offset, top: free.top, width: length, height: depth };
      tiles.push(tile);
      offset += length;
    }
    free = isColumn
      ? { ...free, left: free.left + depth, width: free.width - depth }
      : { ...free, top: free.top + depth, height: free.height - depth };
  }
  return tiles.map(({ left, top, width, height }) => ({
    left: (100 * left) / aspect,
    top: 100 * top,
    width: (100 * width) / aspect,
    height: 100 * height,
  }));
}

/** Largest ratio of the sides of the first `count` tiles in a row along `side`. */
function worstRatio(areas: readonly number[], count: number, side: number): number {
  const row = areas.slice(0, count);
  const sum = row.reduce((area, next) => area + next, 0);
  const [largest, smallest] = [Math.max(...row), Math.min(...row)];
  return Math.max((side ** 2 * largest) / sum ** 2, sum ** 2 / (side ** 2 * smallest));
}
