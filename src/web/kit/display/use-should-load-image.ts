import { useState } from 'react';
import { useHasPainted } from '#web/kit/device/first-paint.ts';
import { useFastScroll } from '#web/kit/device/use-fast-scroll.ts';

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
