import { create } from 'zustand';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

// Known to public/theme.js too, which runs before the first paint.
const KEY = 'jetscope.theme';

interface ThemeState {
  readonly chosen: Theme;
  readonly choose: (theme: Theme) => void;
}

function stored(): Theme {
  const { theme } = document.documentElement.dataset;
  return themes.find((known) => known === theme) ?? 'system';
}

function store(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

export const useTheme = create<ThemeState>()((set) => ({
  chosen: stored(),
  choose: (chosen) => {
    store(chosen);
    set({ chosen });
  },
}));
