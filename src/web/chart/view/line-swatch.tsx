import styles from './line-swatch.module.css';

/** Sample of the line of an overlaid market. */
export function OverlaySwatch({ index }: { index: number }) {
  return <i className={styles.swatch} data-overlay={index} aria-hidden="true" />;
}

/** Sample of the line of a moving average. */
export function AverageSwatch({ index }: { index: number }) {
  return <i className={styles.swatch} data-average={index} aria-hidden="true" />;
}
