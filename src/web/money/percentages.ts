import { type Amount, numberFromAmount } from '#contract/amount.ts';
import { type FormattedChange, formatChange } from '#contract/format/format-numbers.ts';

export interface Change {
  readonly percent: number;
  /** Whether the previous value is zero. The service then returns 100%, which is not a change. */
  readonly isNew?: true | undefined;
}

export interface ChangeText {
  readonly direction: FormattedChange['direction'];
  /** With sign and unit, or "from 0". */
  readonly text: string;
  /** Describes a change without a percentage; undefined if there is one. */
  readonly fromZero?: string;
}

/** Formats a change: +0.42%, −31.4%, or "from 0" if the value was zero in the previous period, such as `24h`. */
export function changeText({ percent, isNew }: Change, period: string): ChangeText {
  const { direction, text } = formatChange(percent);
  if (!isNew) return { direction, text: `${text}%` };
  return { direction: 'flat', text: 'from 0', fromZero: `from 0 in the previous ${period}` };
}

/** Returns the difference of what a sale brings from the worth of what is sold, in USD: −1.5%. */
export function lossText(brought: Amount, sold: number): string {
  return `${formatChange((100 * numberFromAmount(brought)) / sold - 100).text}%`;
}

/** Returns whether a value grew from zero, as when the previous period was before the first trade. */
export function isFromZero(previous: string | Amount | undefined, current: string | Amount): boolean {
  return previous !== undefined && isZero(previous) && !isZero(current);
}

function isZero(value: string | Amount): boolean {
  return !/[1-9]/.test(typeof value === 'string' ? value : value.value);
}

/** Formats a share from 0 to 1 in whole percent, rounded down so that only all is 100%. */
export function formatShare(share: number): string {
  return `${Math.floor(share * 100)}%`;
}
