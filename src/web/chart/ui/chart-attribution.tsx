import styles from './chart-attribution.module.css';

/** Explains the swap counts and has the attribution required by the charting library's license. */
export function ChartAttribution() {
  return (
    <p className={styles.attribution}>
      Bars: number of swaps.{' '}
      <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
        Chart by TradingView Lightweight Charts
      </a>
    </p>
  );
}
