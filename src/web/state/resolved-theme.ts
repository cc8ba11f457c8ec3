import { createMediaHook } from './media.ts';
import { useTheme } from './theme.ts';

const useSystemDark = createMediaHook('(prefers-color-scheme: dark)');

/** The theme that is shown: the chosen one, else the system's. */
export function useResolvedTheme(): 'dark' | 'light' {
  const system = useSystemDark() ? 'dark' : 'light';
  const chosen = useTheme((state) => state.chosen);
  return chosen === 'system' ? system : chosen;
}
