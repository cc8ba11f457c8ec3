import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 1200px)');

function subscribe(onChange: () => void): () => void {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
}

/** Whether the filters have room beside the table. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches);
}
