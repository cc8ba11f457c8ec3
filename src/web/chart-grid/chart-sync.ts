import { indexAt } from '#web/chart/bars/bar-window.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { TimeSpan } from '#web/chart/chart-view.ts';
import { visibleRangeOf } from '#web/chart/requested-range.ts';

/** Shows the crosshair of each chart at the same time on the others. Returns a function that ends it. */
export function shareCrosshair(sessions: readonly ChartSession[]): () => void {
  // Charts report the crosshair that is shown on them.
  let isSharing = false;
  const stops = sessions.map((session) =>
    session.state.subscribe(({ crosshairIndex, result }, previous) => {
      if (isSharing || crosshairIndex === previous.crosshairIndex) return;
      const second = crosshairIndex === undefined ? undefined : result?.bars.time[crosshairIndex];
      isSharing = true;
      for (const other of sessions) if (other !== session) showCrosshair(other, second);
      isSharing = false;
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Hides it on a chart that does not show the time. */
function showCrosshair({ state, chart }: ChartSession, second: number | undefined): void {
  const { result, visible } = state.getState();
  const index = result && second !== undefined ? indexAt(result.bars, second) : -1;
  if (visible && index >= Math.max(visible.from, 0) && index <= visible.to) chart.moveCrosshair(index);
  else chart.hideCrosshair();
}

/** Moves the other charts to the visible span of one of them. */
export function followSpan(sessions: readonly ChartSession[], moved: ChartSession, span: TimeSpan): void {
  for (const session of sessions) {
    const { result } = session.state.getState();
    if (session !== moved && result && result.bars.length > 0)
      session.chart.setVisible(visibleRangeOf(result, span));
  }
}
