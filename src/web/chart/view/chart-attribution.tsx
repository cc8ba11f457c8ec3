import styles from './chart-attribution.module.css';

/** Explains the swap counts and shows the attribution that the charting library's license requires. */
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
