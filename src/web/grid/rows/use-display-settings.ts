import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Currency, PricePeriod } from '#contract/enums.ts';
import { plan } from '#web/api/client/api-client.ts';
import { useIsSnapshot, useServiceClock } from '#web/api/client/service-status.ts';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { useColorPair } from '#web/kit/device/preferences.ts';
import { useResolvedTheme } from '#web/kit/device/theme.ts';
import type { DisplaySettings } from './row-values.ts';

const MINUTE = 60_000;

export function useDisplaySettings(currency: Currency, period: PricePeriod): DisplaySettings {
  const theme = useResolvedTheme();
  const { pair } = useColorPair();
  const rate = useExchangeRate(currency);
  const excludedOperations = useStore(plan.excluded);
  const minute = Math.floor(useServiceClock().getTime() / MINUTE);
  const isSnapshot = useIsSnapshot();
  return useMemo(
    () => ({
      currency,
      rate,
      period,
      theme,
      pair,
      excludedOperations,
      now: new Date(minute * MINUTE),
      isSnapshot,
    }),
    [currency, rate, period, theme, pair, excludedOperations, minute, isSnapshot],
  );
}
