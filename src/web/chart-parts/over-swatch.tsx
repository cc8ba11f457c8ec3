import styles from './over-swatch.module.css';

/** The line of a market that is laid over a chart, as it is drawn there. */
export function OverSwatch({ place }: { place: number }) {
  return <i className={styles.swatch} data-place={place} aria-hidden="true" />;
}
