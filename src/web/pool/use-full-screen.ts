import { type RefObject, useEffect, useState } from 'react';

/**
 * Returns whether an element has to fill the window, because the browser has no full screen (iPhones) or denies it, and a
 * function that opens or closes the full screen.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isFilled, setFilled] = useState(false);
  useEffect(() => {
    if (!isFilled) return undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setFilled(false);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isFilled]);
  const toggle = async () => {
    if (isFilled) setFilled(false);
    else if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined);
    else await requestFullScreen(element.current).catch(() => setFilled(true));
  };
  return { isFilled, toggle };
}

/** Rejects if the browser has no full screen. */
async function requestFullScreen(element: HTMLElement | null): Promise<void> {
  await element?.requestFullscreen();
}
