import { useState } from 'react';
import { visibleCharacters } from '#contract/text.ts';
import { useFastScroll } from '#web/kit/device/fast-scroll.ts';
import { useHasPainted } from '#web/kit/device/first-paint.ts';
import styles from './display.module.css';

interface Props {
  /** Must have been checked with `safeImageUrl`. */
  readonly url: string | undefined;
  readonly address: string;
  readonly symbol: string;
  readonly size: number;
}

export function JettonImage({ url, address, symbol, size }: Props) {
  const [failed, setFailed] = useState<string>();
  const shouldLoad = useShouldLoadImage(url ?? address);
  if (!shouldLoad) return <span className={styles.image} style={{ width: size, height: size }} />;
  if (url === undefined || url === failed)
    return <PlaceholderImage address={address} symbol={symbol} size={size} />;
  return (
    <img
      className={styles.image}
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

/** The first letter of the symbol on a color derived from the address. */
function PlaceholderImage({ address, symbol, size }: Omit<Props, 'url'>) {
  const hue = Number.parseInt(address.slice(-4), 16) % 360;
  const [letter] = visibleCharacters(symbol.replace(/^\$(?=.)/, ''));
  return (
    <svg
      className={`${styles.image} ${styles.placeholder}`}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="10" fill={`oklch(0.66 0.07 ${hue})`} />
      <text className={styles.letter} x="10" y="14">
        {letter?.toUpperCase()}
      </text>
    </svg>
  );
}

/**
 * Returns whether to load the image: not before the first paint, and not during a fast scroll, because an image costs the
 * browser more than the rest of its row. An image that was loaded once stays loaded.
 */
export function useShouldLoadImage(url: string): boolean {
  const [loadedUrl, setLoadedUrl] = useState<string>();
  const isFastScroll = useFastScroll(loadedUrl !== url);
  const isDeferred = !useHasPainted() || isFastScroll;
  if (!isDeferred && loadedUrl !== url) setLoadedUrl(url);
  return !isDeferred;
}
