import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useHasPainted } from '#web/kit/device/first-paint.ts';
import { useIsPhone } from '#web/kit/device/media.ts';

const MAX_WAIT_MS = 3_000;

/**
 * Content below the fold. When the page is opened, it starts once it comes near or, except on phones, the page is idle, so that
 * what is visible comes first. On later pages, it starts at once.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const hasPainted = useHasPainted();
  const [isStarted, setStarted] = useState(hasPainted);
  const isPhone = useIsPhone();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!hasPainted || isStarted || !place.current) return;
    const start = () => setStarted(true);
    const cancels = [whenNear(place.current, start), ...(isPhone ? [] : [whenIdle(start)])];
    return () => {
      for (const cancel of cancels) cancel();
    };
  }, [hasPainted, isStarted, isPhone]);
  return isStarted ? children : <div ref={place} data-unloaded="" />;
}

/** Calls back when the browser is idle; in Safari, which does not say so, after a while. */
function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback, MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(callback, { timeout: MAX_WAIT_MS });
  return () => cancelIdleCallback(id);
}

/** How near the visible part, in pixels. */
const MARGIN = 300;

/** Calls back when an element comes near the window. Returns a function that stops it. */
export function whenNear(element: Element, callback: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) callback();
    },
    { rootMargin: `${MARGIN}px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** Returns the value as it was when it last stayed the same for `delay` milliseconds. */
export function useDebounced<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
