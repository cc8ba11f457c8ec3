import { useState } from 'react';
import { usePainted } from '#web/state/painted.ts';
import { useRush } from '#web/state/rush.ts';

/**
 * Whether it is time to ask for a picture: not before the page's first words are shown and not while it rushes by,
 * since drawing one costs the browser more than all the rest of its row. What was shown once stays.
 */
export function useShouldLoadImage(url: string): boolean {
  const [shown, setShown] = useState<string>();
  const rushes = useRush(shown !== url);
  const waits = !usePainted() || rushes;
  if (!waits && shown !== url) setShown(url);
  return !waits;
}
