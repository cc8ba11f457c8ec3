import styles from './overlay-swatch.module.css';

/** Sample of the line of an overlaid market. */
export function OverlaySwatch({ index }: { index: number }) {
  return <i className={styles.swatch} data-index={index} aria-hidden="true" />;
}
