import { type Change, changeText } from '#web/money/percentages.ts';
import { UnknownValue } from './formatted-number.tsx';

interface Props {
  readonly change: Change | undefined;
  /** Label of the period, such as `24h`. Only totals of a period can be new. */
  readonly period?: string;
}

/** A change in percent with a sign, so that it does not rely on color alone. */
export function PercentChange({ change, period = 'period' }: Props) {
  if (change === undefined) return <UnknownValue />;
  const { direction, text, reason } = changeText(change, period);
  return (
    <span className={direction} title={reason === undefined ? `${change.percent}%` : `New: ${reason}`}>
      {text}
    </span>
  );
}
