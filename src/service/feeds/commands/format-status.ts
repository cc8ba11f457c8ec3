import type { FeedStatus } from '#contract/status.ts';

const HEADERS = [
  'FEED',
  'KIND',
  'POSITION',
  'LAG',
  'HISTORY',
  'OPEN',
  'FAILED',
  'INGESTED',
  'DUPLICATE',
  'LATE',
  'REJECTED',
  'FAILING SINCE',
  'LAST ERROR',
];

/** Formats a table with a row for each feed. */
export function formatStatus(feeds: readonly FeedStatus[]): string {
  if (feeds.length === 0) return 'No feed has run yet\n';
  return formatTable([
    HEADERS,
    ...feeds.map(
      ({ name, kind, position, lagSeconds, historyRead, stopped, ranges, events, failing, lastError }) => [
        name,
        stopped ? `${kind} (stopped)` : kind,
        position ?? '—',
        lagSeconds === undefined ? '—' : formatDuration(lagSeconds),
        `${Math.floor(100 * historyRead)}%`,
        ...[ranges.open, ranges.failed, events.ingested, events.duplicate, events.late, events.rejected].map(
          (count) => count.toLocaleString('en'),
        ),
        failing ? `${failing.since} (${failing.problem})` : '—',
        lastError ? `${lastError.at}: ${lastError.message}` : '—',
      ],
    ),
  ]);
}

/** Formats a duration, for example as "4 s", "12 min", "3 h" or "2 d". */
export function formatDuration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** Aligns the columns of rows, and ends each with a line break. Control characters, which terminals interpret, are replaced. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replace(/\p{Cc}/gu, '\uFFFD')));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  );
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
