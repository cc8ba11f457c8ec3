import { createMediaHook } from './media.ts';
import { useTheme } from './theme.ts';

const useSystemDark = createMediaHook('(prefers-color-scheme: dark)');

/** Returns the visible theme: the selected one, or that of the system. */
export function useResolvedTheme(): 'dark' | 'light' {
  const system = useSystemDark() ? 'dark' : 'light';
  const chosen = useTheme((state) => state.chosen);
  return chosen === 'system' ? system : chosen;
}
