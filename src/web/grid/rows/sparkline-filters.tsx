/**
 * SVG filters that recolor sparklines, which the service renders in green and red, to the user's color pair. A CSS mask
 * would be fetched under other rules (CORS) than an image.
 */
export function SparklineFilters() {
  return (
    <svg className="cover" style={{ width: 0, height: 0 }} aria-hidden="true">
      <Flood id="sparkline-up" color="var(--up)" />
      <Flood id="sparkline-down" color="var(--down)" />
      <Flood id="sparkline-flat" color="var(--muted)" />
    </svg>
  );
}

function Flood({ id, color }: { id: string; color: string }) {
  return (
    <filter id={id} colorInterpolationFilters="sRGB">
      <feFlood style={{ floodColor: color }} />
      <feComposite in2="SourceAlpha" operator="in" />
    </filter>
  );
}
