import type { ReactNode } from 'react';
import type { Amount } from '#contract/amount.ts';
import { formatCompactAmount } from '#contract/format/format-compact-amount.ts';
import { formatCount } from '#contract/format/format-count.ts';
import { formatPrice } from '#contract/format/format-price.ts';
import { fullText } from '#web/lib/numbers/full-amount.ts';
import styles from './figure.module.css';

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

export function Unknown() {
  return (
    <span className={styles.unknown}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">unknown</span>
    </span>
  );
}

export function PriceFigure({ price, digits }: { price: Amount | undefined; digits?: number }) {
  if (!price) return <Unknown />;
  const { head, zeros, tail } = formatPrice(price, digits);
  return (
    <Figure full={fullText(price)}>
      {head}
      {zeros === undefined ? null : <sub>{zeros}</sub>}
      {tail}
    </Figure>
  );
}

export function SumFigure({ sum }: { sum: Amount | undefined }) {
  if (!sum) return <Unknown />;
  const { digits, unit } = formatCompactAmount(sum);
  return (
    <Figure full={fullText(sum)}>
      {digits}
      {unit ? <span className={styles.unit}>{unit}</span> : null}
    </Figure>
  );
}

export function CountFigure({ count }: { count: string | undefined }) {
  return count === undefined ? <Unknown /> : formatCount(count);
}
