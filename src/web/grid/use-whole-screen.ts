import type { Screen } from '#web/lib/screen.ts';
import { USUAL_PERIOD, useTableLayout } from '#web/state/table-layout.ts';

/** The screen with what it leaves to this device: a link of it shows the same elsewhere. */
export function useWholeScreen(screen: Screen): Screen {
  const { columns, period } = useTableLayout();
  const own = period === USUAL_PERIOD ? undefined : period;
  return { ...screen, columns: screen.columns ?? columns, period: screen.period ?? own };
}
