import styles from '#web/grid/jetton-grid.module.css';

/**
 * The service draws its lines in green and red; readers of another pair see their shape in their own colours. A filter,
 * since it leaves the picture a picture: a mask would ask for it by other rules than other pictures.
 */
export function SparklineFilters() {
  return (
    <svg className={styles.defs} aria-hidden="true">
      <Flood id="line-up" colour="var(--up)" />
      <Flood id="line-down" colour="var(--down)" />
      <Flood id="line-flat" colour="var(--muted)" />
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
