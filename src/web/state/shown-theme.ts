import { mediaHook } from './media.ts';
import { useTheme } from './theme.ts';

const useSystemDark = mediaHook('(prefers-color-scheme: dark)');

/** The theme that is shown: the chosen one, else the system's. */
export function useShownTheme(): 'dark' | 'light' {
  const system = useSystemDark() ? 'dark' : 'light';
  const chosen = useTheme((state) => state.chosen);
  return chosen === 'system' ? system : chosen;
}
