import { amountFromDecimal } from '#contract/amount.ts';
import { formatCompactAmount } from '#contract/format/format-compact-amount.ts';
import { estimatePriceImpact, priceImpactLevel } from './price-impact.ts';
import styles from './price-impact-note.module.css';

interface Props {
  readonly marketCap: number;
  readonly liquidity: number;
  /** Currency of both sums. */
  readonly unit: string;
  readonly isScam: boolean;
}

export function PriceImpactNote({ marketCap, liquidity, unit, isScam }: Props) {
  if (isScam) {
    return (
      <p className={styles.note}>
        Price impact of selling 1%: not estimated. A scam can prevent holders from selling.
      </p>
    );
  }
  const impact = estimatePriceImpact(marketCap, liquidity);
  if (!impact) {
    return (
      <p className={styles.note}>
        Price impact of selling 1%: unknown. It requires market cap and liquidity.
      </p>
    );
  }
  return (
    <div className={styles.note}>
      <p>
        Price impact of selling 1%: <strong>{priceImpactLevel(impact)}</strong>. Selling{' '}
        {worthText(impact.worth)} {unit} at once would return {percent(impact.loss)} less than the current
        price and lower the price by {percent(impact.drop)}.
      </p>
      <details>
        <summary>How this is estimated</summary>
        <p>
          q = 1% of market cap ÷ half of liquidity. As in a single constant-product pool without fees, the
          average sale price is 1 ÷ (1 + q) of the current price, and the price afterwards 1 ÷ (1 + q)².
        </p>
      </details>
    </div>
  );
}

function percent(share: number): string {
  const size = share * 100;
  return size > 0 && size < 0.1 ? 'under 0.1%' : `${size.toFixed(size < 10 ? 1 : 0)}%`;
}

function worthText(worth: number): string {
  const { digits, unit } = formatCompactAmount(amountFromDecimal(worth.toFixed(2)));
  return digits + unit;
}
