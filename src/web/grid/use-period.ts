import type { PricePeriod } from '#contract/enums.ts';
import type { Screen } from '#web/lib/screen.ts';
import { useTableLayout } from '#web/state/table-layout.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';

/** A link that names a period keeps it for this screen alone; else it is this device's for all screens. */
export function usePeriod(screen: Screen, onChange: ChangeScreen) {
  const own = useTableLayout(({ period }) => period);
  return {
    period: screen.period ?? own,
    choose: (period: PricePeriod) => {
      if (screen.period) onChange((known) => ({ ...known, period }));
      else useTableLayout.setState({ period });
    },
  };
}
