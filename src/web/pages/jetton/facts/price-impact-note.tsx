import { amountFromDecimal } from '#contract/amount.ts';
import { formatCompactAmount } from '#contract/format/format-compact-amount.ts';
import { saleOf, verdictOf } from './price-impact.ts';
import styles from './price-impact-note.module.css';

interface Props {
  readonly marketCap: number;
  readonly liquidity: number;
  /** Of both sums. */
  readonly unit: string;
}

/** Market cap against liquidity, as the question that matters to a holder. */
export function SaleNote({ marketCap, liquidity, unit }: Props) {
  const sale = saleOf(marketCap, liquidity);
  if (!sale) {
    return (
      <p className={styles.note}>
        Whether 1% of it could be sold is not known: that takes market cap and liquidity.
      </p>
    );
  }
  return (
    <div className={styles.note}>
      <p>
        Could 1% of it be sold? <strong>{verdictOf(sale)}</strong>: for {sumWords(sale.worth)} {unit} at
        today’s price, the pools would pay {percent(sale.loss)} less, and the price would fall{' '}
        {percent(sale.fall)}.
      </p>
      <details>
        <summary>How this is estimated</summary>
        <p>
          q = 1% of the market cap ÷ half of the liquidity. As in one pool of constant product without fees,
          the average price is 1 ÷ (1 + q) of today’s, and the price afterwards 1 ÷ (1 + q)².
        </p>
      </details>
    </div>
  );
}

function percent(share: number): string {
  const size = share * 100;
  return size > 0 && size < 0.1 ? 'under 0.1%' : `${size.toFixed(size < 10 ? 1 : 0)}%`;
}

function sumWords(sum: number): string {
  const { digits, unit } = formatCompactAmount(amountFromDecimal(sum.toFixed(2)));
  return digits + unit;
}
