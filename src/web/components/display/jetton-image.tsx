import { useState } from 'react';
import styles from './jetton-image.module.css';
import { useShouldLoadImage } from './use-should-load-image.ts';

// Making one takes longer than drawing the letter.
const letters = new Intl.Segmenter();

interface Props {
  /** Already checked: `pictureUrl`. */
  readonly url: string | undefined;
  readonly address: string;
  readonly symbol: string;
  readonly size: number;
}

export function JettonImage({ url, address, symbol, size }: Props) {
  const [failed, setFailed] = useState<string>();
  const isTime = useShouldLoadImage(url ?? address);
  if (!isTime) return <span className={styles.picture} style={{ width: size, height: size }} />;
  if (url === undefined || url === failed)
    return <DrawnPicture address={address} symbol={symbol} size={size} />;
  return (
    <img
      className={styles.picture}
      src={url}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
    />
  );
}

/** The first letter on a colour of the address's own. */
function DrawnPicture({ address, symbol, size }: Omit<Props, 'url'>) {
  const hue = Number.parseInt(address.slice(-4), 16) % 360;
  const [letter] = letters.segment(symbol.replace(/^\$(?=.)/, ''));
  return (
    <svg
      className={`${styles.picture} ${styles.drawn}`}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="10" fill={`oklch(0.66 0.07 ${hue})`} />
      <text className={styles.letter} x="10" y="14">
        {letter?.segment.toUpperCase()}
      </text>
    </svg>
  );
}
