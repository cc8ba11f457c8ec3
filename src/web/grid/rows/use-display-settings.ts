import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Currency, PricePeriod } from '#contract/enums.ts';
import { useServiceClock } from '#web/api/queries/service-clock.ts';
import { plan } from '#web/api/transport/service.ts';
import { useColourPair } from '#web/state/colour-pair.ts';
import { useShownTheme } from '#web/state/shown-theme.ts';
import type { Look } from './row-data.ts';

const MINUTE = 60_000;

export function useLook(currency: Currency, period: PricePeriod): Look {
  const theme = useShownTheme();
  const { pair } = useColourPair();
  const refused = useStore(plan.refused);
  const minute = Math.floor(useServiceClock().getTime() / MINUTE);
  return useMemo(
    () => ({ currency, period, theme, pair, refused, now: new Date(minute * MINUTE) }),
    [currency, period, theme, pair, refused, minute],
  );
}
