import { encode } from 'uqr';
import styles from './jetton-header.module.css';

/** Width in modules; QR scanners require it. */
const QUIET_ZONE = 4;

/** Renders all dark modules as a single path. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <figure className={styles.code}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the address">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <figcaption className={styles.text}>{text}</figcaption>
    </figure>
  );
}
