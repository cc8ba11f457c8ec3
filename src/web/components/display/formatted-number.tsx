import type { ReactNode } from 'react';
import type { Amount } from '#contract/amount.ts';
import { formatCompactAmount } from '#contract/format/format-compact-amount.ts';
import { formatCount } from '#contract/format/format-count.ts';
import { formatPrice } from '#contract/format/format-price.ts';
import { fullText } from '#web/lib/numbers/full-amount.ts';
import styles from './formatted-number.module.css';

/** A number cut for reading; whole on hover, on copy and to a screen reader. */
function Figure({ full, children }: { full: string; children: ReactNode }) {
  return (
    <span className={styles.figure} title={full}>
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
    <Figure full={fullText(price)}>
      {head}
      {zeros === undefined ? null : <sub>{zeros}</sub>}
      {tail}
    </Figure>
  );
}

export function FormattedAmount({ amount }: { amount: Amount | undefined }) {
  if (!amount) return <UnknownValue />;
  const { digits, unit } = formatCompactAmount(amount);
  return (
    <Figure full={fullText(amount)}>
      {digits}
      {unit ? <span className={styles.unit}>{unit}</span> : null}
    </Figure>
  );
}

export function FormattedCount({ count }: { count: string | undefined }) {
  return count === undefined ? <UnknownValue /> : formatCount(count);
}
