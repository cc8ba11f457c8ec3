import type { ReactNode } from 'react';
import type { Currency, PricePeriod } from '#contract/enums.ts';
import type { Activity } from '#web/api/decoding/activity.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { Money } from '#web/api/decoding/money.ts';
import type { Trust } from '#web/api/decoding/trust.ts';
import type { ExcludedOperations } from '#web/api/transport/plan.ts';
import type { ColorPair } from '#web/state/color-pair.ts';

/** null: the service says nothing; undefined: its answer has not come. */
export type Loadable<Value> = Value | null | undefined;

/** All that a row shows; the parts come one after another. */
export interface RowData {
  readonly jetton: ListedJetton;
  readonly index: number;
  readonly money: Loadable<Money>;
  readonly activity: Loadable<Activity>;
  readonly trust: Loadable<Trust>;
}

/** What all rows are drawn by. */
export interface DisplaySettings {
  readonly currency: Currency;
  /** Of volume, transactions, traders and the change without a period of its own. */
  readonly period: PricePeriod;
  readonly theme: 'dark' | 'light';
  readonly pair: ColorPair;
  /** To the minute, that rows are not drawn again for seconds. */
  readonly now: Date;
  readonly refused: ExcludedOperations;
}

/** One cell: what is seen, and the whole value for screen readers, hover and copy. */
export interface Cell {
  readonly content?: ReactNode;
  readonly full: string;
  /** What is seen beside the value. */
  readonly note?: string | undefined;
  /** `flat` keeps the place of the arrow free. */
  readonly tone?: 'up' | 'down' | 'flat' | undefined;
  /** Of 0 to 1, drawn as a bar. */
  readonly share?: number | undefined;
  /** When the service calculated it. */
  readonly at?: string | undefined;
}
