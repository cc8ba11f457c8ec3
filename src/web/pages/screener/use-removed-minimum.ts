import { useState } from 'react';
import { lostFloor, orderWords } from '#web/lib/screen/filter-chips.ts';
import type { Screen } from '#web/lib/screen/screen.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';

/** Of changes that may take the minimum away: what is to be said of that, while the list is in the new order. */
export function useRemovedMinimum(screen: Screen, change: ChangeScreen) {
  const [lost, setLost] = useState<{ readonly words: string; readonly order: string }>();
  const tell: ChangeScreen = (to, step) => {
    const after = to(screen);
    const words = lostFloor(screen, after);
    setLost(words === undefined ? undefined : { words, order: orderWords(after) });
    change(to, step);
  };
  const isSaid = screen.floor === undefined && lost?.order === orderWords(screen);
  return { tell, words: isSaid ? lost.words : undefined, dismiss: () => setLost(undefined) };
}
