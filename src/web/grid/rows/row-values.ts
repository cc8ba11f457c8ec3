import type { ReactNode } from 'react';
import type { Currency, PricePeriod } from '#contract/enums.ts';
import type { ExcludedOperations } from '#web/api/client/plan.ts';
import type { Activity, PriceChanges } from '#web/api/decoding/decode-activity.ts';
import type { ListedJetton, Trust, Valuation } from '#web/api/decoding/decode-jetton.ts';
import type { ColorPair } from '#web/kit/device/preferences.ts';
import type { ExchangeRate } from '#web/money/amounts.ts';

/** `null` if the service has no value, `undefined` if the value is not loaded. */
export type Loadable<Value> = Value | null | undefined;

/** The data of a row. The parts other than `jetton` are loaded after the list. */
export interface RowData {
  readonly jetton: ListedJetton;
  readonly index: number;
  readonly valuation: Loadable<Valuation>;
  readonly activity: Loadable<Activity>;
  /** Price changes in a currency other than the native coin and USD. */
  readonly changes: Loadable<PriceChanges>;
  readonly trust: Loadable<Trust>;
}

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

/** A formatted cell. */
export interface Cell {
  readonly content?: ReactNode;
  /** The full value, for screen readers, the tooltip and copying. */
  readonly full: string;
  /** More about the value, for the tooltip. */
  readonly details?: string | undefined;
  /** Text that screen readers announce after the value. */
  readonly note?: string | undefined;
  /** Direction of a change. */
  readonly tone?: 'up' | 'down' | 'flat' | undefined;
  /** From 0 to 1, rendered as a bar. */
  readonly share?: number | undefined;
  /** When the service calculated the value. */
  readonly calculatedAt?: string | undefined;
}
