import { useState } from 'react';
import { usePainted } from '#web/state/painted.ts';
import { useRush } from '#web/state/rush.ts';

/**
 * Returns whether to load the image: not before the first paint, and not during a fast scroll, because an image costs the
 * browser more than the rest of its row. An image that was loaded once stays loaded.
 */
export function useShouldLoadImage(url: string): boolean {
  const [loadedUrl, setLoadedUrl] = useState<string>();
  const isFastScroll = useRush(loadedUrl !== url);
  const isDeferred = !usePainted() || isFastScroll;
  if (!isDeferred && loadedUrl !== url) setLoadedUrl(url);
  return !isDeferred;
}
