import type { ReactNode } from 'react';
import type { Amount } from '#contract/amount.ts';
import {
  formatChange,
  formatCompactAmount,
  formatCount,
  formatPrice,
} from '#contract/format/format-numbers.ts';
import { formatAge, formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import { fullAmountText } from '#web/money/amounts.ts';
import { changeSinceFirstTrade } from '#web/money/moves.ts';
import { type Change, changeText } from '#web/money/percentages.ts';
import styles from './formatted-values.module.css';

interface ShortenedNumberProps {
  readonly full: string;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A shortened number. Hovering, copying (`copyFullValues`) and screen readers give the full value. */
function ShortenedNumber({ full, title = full, children }: ShortenedNumberProps) {
  return (
    <span className={styles.number} title={title} data-full={full} translate="no">
      <span aria-hidden="true">{children}</span>
      <span className="visually-hidden">{full}</span>
    </span>
  );
}

export function UnknownValue() {
  return (
    <span className={styles.unknown}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">unknown</span>
    </span>
  );
}

interface FormattedPriceProps {
  readonly price: Amount | undefined;
  readonly digits?: number;
  /** Tooltip. By default, the full number. */
  readonly title?: string | undefined;
}

export function FormattedPrice({ price, digits, title }: FormattedPriceProps) {
  if (!price) return <UnknownValue />;
  const { head, zeros, tail } = formatPrice(price, digits);
  return (
    <ShortenedNumber full={fullAmountText(price)} title={title}>
      {head}
      {zeros === undefined ? null : <sub>{zeros}</sub>}
      {tail}
    </ShortenedNumber>
  );
}

export function FormattedAmount({ amount }: { amount: Amount | undefined }) {
  if (!amount) return <UnknownValue />;
  const { digits, unit } = formatCompactAmount(amount);
  return (
    <ShortenedNumber full={fullAmountText(amount)}>
      {digits}
      {unit ? <span className={styles.unit}>{unit}</span> : null}
    </ShortenedNumber>
  );
}

/** A gain or a loss. */
export function Result({ amount }: { amount: Amount | undefined }) {
  const isLoss = amount?.value.startsWith('-');
  const isGain = !isLoss && /[1-9]/.test(amount?.value ?? '');
  return (
    <span className={isLoss ? 'down' : isGain ? 'up' : undefined}>
      {isGain ? <span translate="no">+</span> : null}
      <FormattedAmount amount={amount} />
    </span>
  );
}

export function FormattedCount({ count }: { count: string | undefined }) {
  return count === undefined ? <UnknownValue /> : <span translate="no">{formatCount(count)}</span>;
}

interface PercentChangeProps {
  readonly change: { readonly percent: number } | undefined;
  /** Why the change is no move, such as `no trades in 24h`. */
  readonly untraded?: string | undefined;
}

/** A change of a price in percent with a sign, so that it does not rely on color alone. */
export function PercentChange({ change, untraded }: PercentChangeProps) {
  if (change === undefined) return <UnknownValue />;
  const { direction, text } = formatChange(change.percent);
  if (untraded !== undefined)
    return (
      <span className="muted nowrap" title={`${change.percent}%: ${untraded}`}>
        <span aria-hidden="true">no trades</span>
        <span className="visually-hidden">{`${text}%, ${untraded}`}</span>
      </span>
    );
  return (
    <span className={direction} title={`${change.percent}%`} translate="no">
      {`${text}%`}
    </span>
  );
}

interface TotalChangeProps {
  readonly change: Change | undefined;
  /** Label of the period, such as `24h`. */
  readonly period: string;
}

/** A change of a total, such as a volume, from the previous period. Gray: colors are for prices and for sides of trades. */
export function TotalChange({ change, period }: TotalChangeProps) {
  if (change === undefined) return <UnknownValue />;
  const { text, fromZero = `${change.percent}%` } = changeText(change, period);
  return (
    <span className="muted" title={fromZero} translate="no">
      {text}
    </span>
  );
}

interface SinceFirstTradeProps {
  readonly percent: number;
  /** Time of the first trade. */
  readonly since: string;
  readonly now: Date;
}

/** Number of characters that fit the price changes of a jetton. */
const MAX_LENGTH_WITH_AGE = 10;

/** A change since the first trade of a jetton that is younger than the period. */
export function ChangeSinceFirstTrade({ percent, since, now }: SinceFirstTradeProps) {
  const { text, direction, mark, full } = changeSinceFirstTrade(percent, since, now, MAX_LENGTH_WITH_AGE);
  return (
    <span title={full} translate="no">
      <span className={direction}>{text}</span> <small className="muted">{mark}</small>
    </span>
  );
}

interface DayChangeProps {
  readonly change:
    | {
        readonly percent: number;
        readonly since?: string | undefined;
        readonly untraded?: string | undefined;
      }
    | undefined;
  readonly now: Date;
}

/** The change over 24 hours, or since the first trade of a younger jetton. */
export function FormattedDayChange({ change, now }: DayChangeProps) {
  return change?.since === undefined ? (
    <PercentChange change={change} untraded={change?.untraded} />
  ) : (
    <ChangeSinceFirstTrade percent={change.percent} since={change.since} now={now} />
  );
}

/** Time elapsed since `time`, without "ago". The tooltip shows the exact time in UTC. */
export function RelativeTime({ time, now }: { time: string | undefined; now: Date }) {
  if (time === undefined) return <UnknownValue />;
  const date = new Date(time);
  return (
    <time dateTime={time} translate="no" title={`${formatDateTimeWithSeconds(date)} UTC`}>
      {formatAge(date, now)}
    </time>
  );
}
