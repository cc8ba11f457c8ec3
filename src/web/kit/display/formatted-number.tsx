import type { ReactNode } from 'react';
import type { Amount } from '#contract/amount.ts';
import { formatCompactAmount } from '#contract/format/format-compact-amount.ts';
import { formatCount } from '#contract/format/format-count.ts';
import { formatPrice } from '#contract/format/format-price.ts';
import { fullAmountText } from '#web/money/amounts.ts';
import { formatCompactAmount, formatCount, formatPrice } from '#contract/format/format-numbers.ts';
import { fullAmountText } from '#web/money/full-amount.ts';
import styles from './formatted-number.module.css';

/** A shortened number. Hovering, copying and screen readers give the full value. */
function ShortenedNumber({ full, children }: { full: string; children: ReactNode }) {
  return (
    <span className={styles.number} title={full}>
      <span className={styles.short} aria-hidden="true">
        {children}
      </span>
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

export function FormattedPrice({ price, digits }: { price: Amount | undefined; digits?: number }) {
  if (!price) return <UnknownValue />;
  const { head, zeros, tail } = formatPrice(price, digits);
  return (
    <ShortenedNumber full={fullAmountText(price)}>
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

export function FormattedCount({ count }: { count: string | undefined }) {
  return count === undefined ? <UnknownValue /> : formatCount(count);
}
