import { useState } from 'react';
import { orderLabel, removedMinimumText } from '#web/lib/screen/filter-chips.ts';
import type { Screen } from '#web/lib/screen/screen.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';

/** Of changes that may take the minimum away: what is to be said of that, while the list is in the new order. */
export function useRemovedMinimum(screen: Screen, change: ChangeScreen) {
  const [lost, setLost] = useState<{ readonly words: string; readonly order: string }>();
  const tell: ChangeScreen = (to, step) => {
    const after = to(screen);
    const words = removedMinimumText(screen, after);
    setLost(words === undefined ? undefined : { words, order: orderLabel(after) });
    change(to, step);
  };
  const isSaid = screen.minimum === undefined && lost?.order === orderLabel(screen);
  return { tell, words: isSaid ? lost.words : undefined, dismiss: () => setLost(undefined) };
}
