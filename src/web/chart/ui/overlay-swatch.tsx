import styles from './overlay-swatch.module.css';

/** The line of a market that is laid over a chart, as it is drawn there. */
export function OverlaySwatch({ place }: { place: number }) {
  return <i className={styles.swatch} data-place={place} aria-hidden="true" />;
}
