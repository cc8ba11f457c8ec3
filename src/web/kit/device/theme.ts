import { create } from 'zustand';
import { createMediaHook } from './media.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

// public/first-paint.js uses the same key before the first paint.
const KEY = 'jetscope.theme';

interface ThemeState {
  readonly chosen: Theme;
  readonly choose: (theme: Theme) => void;
}

function loadTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return themes.find((name) => name === theme) ?? 'system';
}

function storeTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without storage, the theme lasts until the page is closed.
  }
}

export const useTheme = create<ThemeState>()((set) => ({
  chosen: loadTheme(),
  choose: (chosen) => {
    storeTheme(chosen);
    set({ chosen });
  },
}));

const useSystemDark = createMediaHook('(prefers-color-scheme: dark)');

/** Returns the visible theme: the selected one, or that of the system. */
export function useResolvedTheme(): 'dark' | 'light' {
  const system = useSystemDark() ? 'dark' : 'light';
  const chosen = useTheme((state) => state.chosen);
  return chosen === 'system' ? system : chosen;
}
