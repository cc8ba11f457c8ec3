import type { ReactNode } from 'react';
import type { Activity, PriceChanges } from '#web/api/decoding/decode-activity.ts';
import type { ListedJetton, Trust, Valuation } from '#web/api/decoding/decode-jetton.ts';

/** `null` if the service has no value, `undefined` if the value is not loaded. */
export type Loadable<Value> = Value | null | undefined;

/** The data of a row. The parts other than `jetton` are loaded after the list. */
export interface RowData {
  readonly jetton: ListedJetton;
  /** As it was listed: its images are loaded once. */
  readonly listed: ListedJetton;
  readonly index: number;
  readonly valuation: Loadable<Valuation>;
  readonly activity: Loadable<Activity>;
  /** Price changes in a currency other than the native coin and USD. */
  readonly changes: Loadable<PriceChanges>;
  readonly trust: Loadable<Trust>;
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
  /** Direction of a change; `muted` without trades. */
  readonly tone?: 'up' | 'down' | 'flat' | 'muted' | undefined;
  /** From 0 to 1, rendered as a bar. */
  readonly share?: number | undefined;
  /** When the service calculated the value. */
  readonly calculatedAt?: string | undefined;
}
