import styles from './jetton-row.module.css';

/**
 * SVG filters that recolor sparklines, which the service renders in green and red, to the user's color pair. A CSS mask
 * would be fetched under other rules (CORS) than an image.
 */
export function SparklineFilters() {
  return (
    <svg className={styles.defs} aria-hidden="true">
      <Flood id="sparkline-up" colour="var(--up)" />
      <Flood id="sparkline-down" colour="var(--down)" />
      <Flood id="sparkline-flat" colour="var(--muted)" />
    </svg>
  );
}

function Flood({ id, colour }: { id: string; colour: string }) {
  return (
    <filter id={id} colorInterpolationFilters="sRGB">
      <feFlood style={{ floodColor: colour }} />
      <feComposite in2="SourceAlpha" operator="in" />
    </filter>
  );
}
