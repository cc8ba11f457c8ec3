import type { BarResult } from '#web/chart/bars/bar-messages.ts';
import type { BarWindow } from '#web/chart/bars/bar-window.ts';
import type { OverlayColumns } from '#web/chart/bars/overlay-lines.ts';

/** What the drawing library was given. */
export interface RenderedBars {
  readonly answer: BarResult;
  readonly others: OverlayColumns;
  readonly window: BarWindow;
}

/** Whether both draw the same: older bars that came may all lie before the window, at other places than before. */
export function isSameRendering(one: RenderedBars, other: RenderedBars): boolean {
  if (one.others !== other.others && one.others.lines.length + other.others.lines.length > 0) return false;
  if (one.answer.interval !== other.answer.interval) return false;
  const [columns, others] = [columnsOf(one.answer), columnsOf(other.answer)];
  return (
    columns.length === others.length &&
    columns.every((column, index) => {
      const beside = others[index];
      return beside !== undefined && isSameStretch(column, one.window, beside, other.window);
    })
  );
}

/** Whether as many bars stand for as much time: else the same width would show another stretch. */
export function hasSameBarLength(one: BarResult, other: BarResult): boolean {
  return one.interval === other.interval && one.group === other.group;
}

function columnsOf({ bars, averages }: BarResult): readonly Float64Array[] {
  const { time, open, high, low, close, count } = bars;
  return [time, open, high, low, close, count, ...averages];
}

function isSameStretch(
  column: Float64Array,
  { from, to }: BarWindow,
  other: Float64Array,
  window: BarWindow,
): boolean {
  if (to - from !== window.to - window.from) return false;
  if (column === other && from === window.from) return true;
  for (let place = from; place < to; place += 1) {
    if (!Object.is(column[place], other[place - from + window.from])) return false;
  }
  return true;
}
