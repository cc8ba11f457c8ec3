import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Currency } from '#contract/enums.ts';
import { plan } from '#web/api/service.ts';
import { useServiceClock } from '#web/api/service-clock.ts';
import { useShownTheme } from '#web/state/shown-theme.ts';
import { useTableLayout } from '#web/state/table-layout.ts';
import type { Look } from './row-data.ts';

const MINUTE = 60_000;

export function useLook(currency: Currency): Look {
  const theme = useShownTheme();
  const { period } = useTableLayout();
  const refused = useStore(plan.refused);
  const minute = Math.floor(useServiceClock().getTime() / MINUTE);
  return useMemo(
    () => ({ currency, period, theme, refused, now: new Date(minute * MINUTE) }),
    [currency, period, theme, refused, minute],
  );
}
