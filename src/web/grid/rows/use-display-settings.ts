import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Currency, PricePeriod } from '#contract/enums.ts';
import { useServiceClock } from '#web/api/queries/service-clock.ts';
import { plan } from '#web/api/transport/service.ts';
import { useColourPair } from '#web/state/colour-pair.ts';
import { useShownTheme } from '#web/state/shown-theme.ts';
import type { DisplaySettings } from './row-data.ts';

const MINUTE = 60_000;

export function useDisplaySettings(currency: Currency, period: PricePeriod): DisplaySettings {
  const theme = useShownTheme();
  const { pair } = useColourPair();
  const refused = useStore(plan.refused);
  const minute = Math.floor(useServiceClock().getTime() / MINUTE);
  return useMemo(
    () => ({ currency, period, theme, pair, refused, now: new Date(minute * MINUTE) }),
    [currency, period, theme, pair, refused, minute],
  );
}
