import { useSyncExternalStore } from 'react';
import { useTheme } from './theme.ts';

const preference = matchMedia('(prefers-color-scheme: dark)');

function subscribe(onChange: () => void): () => void {
  preference.addEventListener('change', onChange);
  return () => preference.removeEventListener('change', onChange);
}

/** The theme that is shown: the chosen one, else the system's. */
export function useShownTheme(): 'dark' | 'light' {
  const system = useSyncExternalStore(subscribe, () => (preference.matches ? 'dark' : 'light'));
  const chosen = useTheme((state) => state.chosen);
  return chosen === 'system' ? system : chosen;
}
