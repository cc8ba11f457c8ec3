/** What is copied from the grid: whole values, a line a row and a tab a cell, as spreadsheets take them. */
export function copiedText(grid: HTMLElement, fullOf: (cell: HTMLElement) => string): string | undefined {
  const selection = getSelection();
  const cells = [...grid.querySelectorAll<HTMLElement>('[role=gridcell]')];
  if (!selection || selection.isCollapsed) {
    const focused = cells.find((cell) => cell.contains(document.activeElement));
    return focused && fullOf(focused);
  }
  const picked = cells.filter((cell) => selection.containsNode(cell, true));
  const [only] = picked;
  // A part of a name is copied as it is.
  if (picked.length < 2 && only?.querySelector('bdi')) return undefined;
  const lines = new Map<Element | null, string[]>();
  for (const cell of picked) {
    const row = cell.closest('[role=row]');
    lines.set(row, [...(lines.get(row) ?? []), fullOf(cell)]);
  }
  return [...lines.values()].map((line) => line.join('\t')).join('\n');
}
