import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { BarWindow } from '#web/chart/bars/bar-window.ts';
import type { OverlayColumns } from '#web/chart/bars/overlay-lines.ts';

/** The data that the charting library was given. */
export interface RenderedBars {
  readonly result: BarResult;
  readonly overlays: OverlayColumns;
  readonly window: BarWindow;
}

/** Whether both render the same. Older bars outside the window may have been added, which shifts its indices. */
export function isSameRendering(a: RenderedBars, b: RenderedBars): boolean {
  if (a.overlays !== b.overlays && a.overlays.lines.length + b.overlays.lines.length > 0) return false;
  if (a.result.interval !== b.result.interval) return false;
  const [columns, otherColumns] = [columnsOf(a.result), columnsOf(b.result)];
  return (
    columns.length === otherColumns.length &&
    columns.every((column, index) => {
      const other = otherColumns[index];
      return other !== undefined && isSameWithin(column, a.window, other, b.window);
    })
  );
}

/** Whether the same number of bars covers the same time in both. */
export function hasSameBarLength(a: BarResult, b: BarResult): boolean {
  return a.interval === b.interval && a.groupSize === b.groupSize;
}

function columnsOf({ bars, averages }: BarResult): readonly Float64Array[] {
  const { time, open, high, low, close, count } = bars;
  return [time, open, high, low, close, count, ...averages];
}

function isSameWithin(
  column: Float64Array,
  { from, to }: BarWindow,
  other: Float64Array,
  otherWindow: BarWindow,
): boolean {
  if (to - from !== otherWindow.to - otherWindow.from) return false;
  if (column === other && from === otherWindow.from) return true;
  for (let index = from; index < to; index += 1) {
    if (!Object.is(column[index], other[index - from + otherWindow.from])) return false;
  }
  return true;
}
