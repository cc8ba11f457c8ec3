import { useState } from 'react';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { orderLabel, removedMinimumText } from '#web/list/filter-chips.ts';
import type { Screen } from '#web/list/list-state.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';

/**
 * Wraps `change` to detect changes of the sort order that remove the minimum. Returns a message about the removed minimum
 * while the list is in the new order.
 */
export function useRemovedMinimum(screen: Screen, change: ChangeScreen) {
  const rate = useExchangeRate(screen.currency);
  const [removed, setRemoved] = useState<{ readonly text: string; readonly order: string }>();
  const changeAndDetect: ChangeScreen = (to, phase) => {
    const next = to(screen);
    const text = removedMinimumText(screen, next, rate);
    setRemoved(text === undefined ? undefined : { text, order: orderLabel(next) });
    change(to, phase);
  };
  const isCurrent = screen.minimum === undefined && removed?.order === orderLabel(screen);
  return {
    change: changeAndDetect,
    text: isCurrent ? removed.text : undefined,
    dismiss: () => setRemoved(undefined),
  };
}
