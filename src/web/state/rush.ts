import { useSyncExternalStore } from 'react';
import { isRush, onRush } from '#web/lib/rush.ts';

export function useRush(): boolean {
  return useSyncExternalStore(onRush, isRush);
}
