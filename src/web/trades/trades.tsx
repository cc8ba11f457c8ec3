import { useState } from 'react';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import type { TradeListProps } from './trade-list.tsx';
import styles from './trades.module.css';

const TradeList = lazyWithRetry(async () => (await import('./trade-list.tsx')).TradeList);

/** Pixels. */
const MARGIN = 300;

/** The trades of a jetton or a pool. Its code and data are loaded when it comes near the window. */
export function Trades(props: TradeListProps) {
  const [isNear, setIsNear] = useState(false);
  const observe = (element: Element | null) => {
    if (!element || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: `${MARGIN}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
  return (
    <section className={styles.section} aria-label="Trades" ref={observe}>
      {isNear ? <TradeList {...props} /> : <h2>Trades</h2>}
    </section>
  );
}
