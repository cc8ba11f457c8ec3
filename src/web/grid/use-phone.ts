import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 720px)');

function subscribe(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

/** Whether rows stand in two lines. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
