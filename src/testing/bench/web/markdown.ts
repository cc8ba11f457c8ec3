import { median } from './median.ts';

/** The medians of two, and the first as a share of the second. */
export function comparedCells(
  ours: readonly number[],
  theirs: readonly number[],
  digits: number,
): readonly string[] {
  const [a, b] = [median(ours), median(theirs)];
  return [a.toFixed(digits), b.toFixed(digits), b === 0 ? '' : (a / b).toFixed(2)];
}

/** A table in Markdown; the first row is its head. */
export function alignedTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0, cell === '---' ? '-' : ' '));
    return `| ${cells.join(' | ')} |`;
  };
  return lines.map(line).join('\n');
}
