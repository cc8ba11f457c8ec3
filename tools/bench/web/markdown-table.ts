import { median } from './median.ts';

/** Returns the medians of both and their ratio, as cells of a table. */
export function comparedCells(
  ours: readonly number[],
  theirs: readonly number[],
  digits: number,
): readonly string[] {
  const [a, b] = [median(ours), median(theirs)];
  return [a.toFixed(digits), b.toFixed(digits), b === 0 ? '' : (a / b).toFixed(2)];
}

/** Returns a Markdown table with aligned columns. The first row is the header. */
export function alignedTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0, cell === '---' ? '-' : ' '));
    return `| ${cells.join(' | ')} |`;
  };
  return lines.map(line).join('\n');
}
