import styles from './chart-attribution.module.css';

/** What the chart library's licence asks for, and what its columns mean. */
export function ChartAttribution() {
  return (
    <p className={styles.credit}>
      Ticks carry no volume: the columns below the prices count swaps.{' '}
      <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
        Chart by TradingView Lightweight Charts
      </a>
    </p>
  );
}
