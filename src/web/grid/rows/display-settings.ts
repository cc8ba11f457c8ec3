import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Currency, PricePeriod } from '#contract/enums.ts';
import { plan } from '#web/api/client/api-client.ts';
import type { ExcludedOperations } from '#web/api/client/plan.ts';
import { useIsSnapshot, useServiceClock } from '#web/api/client/service-status.ts';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { scaled, useIsPhone, useIsTouch } from '#web/kit/device/media.ts';
import { type ColorPair, useColorPair } from '#web/kit/device/preferences.ts';
import { useResolvedTheme } from '#web/kit/device/theme.ts';
import { useTableLayout } from '#web/list/table-layout.ts';
import type { ExchangeRate } from '#web/money/amounts.ts';
import type { Loadable } from './row-values.ts';

/** Settings that apply to all rows. */
export interface DisplaySettings {
  readonly currency: Currency;
  /** Null if sums that the service has only in USD cannot be converted. */
  readonly rate: Loadable<ExchangeRate>;
  /** Period of the volume, transactions, traders and change columns. */
  readonly period: PricePeriod;
  readonly theme: 'dark' | 'light';
  readonly pair: ColorPair;
  /** Rounded down to the minute, so that rows do not re-render every second. */
  readonly now: Date;
  /** Whether `now` is a fixed clock, so that the data does not change. */
  readonly isSnapshot: boolean;
  readonly excludedOperations: ExcludedOperations;
}

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

const heights = { compact: 32, comfortable: 44, phone: 60 } as const;
const imageSizes = { compact: 20, comfortable: 24, phone: 28 } as const;

/** Sizes of a row and its image, in pixels. */
export interface RowSize {
  readonly height: number;
  readonly image: number;
}

export function useRowSize(): RowSize {
  const isPhone = useIsPhone();
  const isTouch = useIsTouch();
  const { density } = useTableLayout();
  // Keep touch targets apart.
  const tableSize = isTouch ? 'comfortable' : density;
  const size = isPhone ? 'phone' : tableSize;
  return { height: scaled(heights[size]), image: imageSizes[size] };
}
