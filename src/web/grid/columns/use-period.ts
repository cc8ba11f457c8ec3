import type { PricePeriod } from '#contract/enums.ts';
import type { Screen } from '#web/list/list-state.ts';
import { useTableLayout } from '#web/list/table-layout.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import { DEFAULT_PERIOD } from '#web/money/periods.ts';

/** Period from the link. A choice is also stored on this device, as the default for links without a period. */
export function usePeriod(screen: Screen, onChange: ChangeScreen) {
  return {
    period: screen.period ?? DEFAULT_PERIOD,
    choose: (period: PricePeriod) => {
      useTableLayout.setState({ period });
      onChange((current) => ({ ...current, period: period === DEFAULT_PERIOD ? undefined : period }));
    },
  };
}
