import type { Amount } from '#contract/amount.ts';
import { formatCompactAmount } from '#contract/format/format-compact-amount.ts';
import { formatCompactAmount } from '#contract/format/format-numbers.ts';
import { shareText } from '#web/money/share-text.ts';
import { impactLevel } from '#web/price-impact/impact.ts';
import { shareText } from '#web/price-impact/price-impact-texts.ts';
import { estimateSaleImpact } from '#web/price-impact/trade.ts';
import styles from './price-impact-note.module.css';

interface Props {
  readonly marketCap: Amount | undefined;
  readonly liquidity: Amount | undefined;
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
  const impact = estimateSaleImpact(marketCap, liquidity);
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
        Price impact of selling 1%: <strong>{impactLevel(impact.loss)}</strong>. Selling{' '}
        {valueText(impact.value)} {unit} at once would return {shareText(impact.loss)} less than the current
        price and lower the price by {shareText(impact.drop)}.
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

function valueText(value: Amount): string {
  const { digits, unit } = formatCompactAmount(value);
  return digits + unit;
}
