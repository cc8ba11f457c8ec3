/**
 * Returns the text to copy from the grid: full values as tab-separated lines, which spreadsheets can paste. Without a
 * selection it is the focused cell's value. Undefined if the browser's own copy should apply.
 */
export function copiedText(grid: HTMLElement, fullTextOf: (cell: HTMLElement) => string): string | undefined {
  const selection = getSelection();
  const cells = [...grid.querySelectorAll<HTMLElement>('[role=gridcell]')];
  if (!selection || selection.isCollapsed) {
    const focused = cells.find((cell) => cell.contains(document.activeElement));
    return focused && fullTextOf(focused);
  }
  const selected = cells.filter((cell) => selection.containsNode(cell, true));
  const [only] = selected;
  // Copy a selected part of a name as is.
  if (selected.length < 2 && only?.querySelector('bdi')) return undefined;
  const lines = new Map<Element | null, string[]>();
  for (const cell of selected) {
    const row = cell.closest('[role=row]');
    lines.set(row, [...(lines.get(row) ?? []), fullTextOf(cell)]);
  }
  return [...lines.values()].map((line) => line.join('\t')).join('\n');
}
