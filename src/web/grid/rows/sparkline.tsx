import type { SyntheticEvent } from 'react';
import { useShouldLoadImage } from '#web/kit/display/jetton-image.tsx';
import styles from './jetton-row.module.css';

/** Hides the browser's broken-image icon. */
function hide({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.hidden = true;
}

/** 7-day price chart, rendered by the service. */
export function Sparkline({ url }: { url: string }) {
  return useShouldLoadImage(url) ? (
    <img
      key={url}
      src={url}
      width={90}
      height={24}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={hide}
    />
  ) : null;
}

/**
 * SVG filters that recolor sparklines, which the service renders in green and red, to the user's color pair. A CSS mask
 * would be fetched under other rules (CORS) than an image.
 */
export function SparklineFilters() {
  return (
    <svg className={styles.filters} aria-hidden="true">
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
