// Runs before the first paint to avoid a flash of the wrong theme. The page changes the theme in src/web/state/theme.ts.
try {
  const theme = localStorage.getItem('jetscope.theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // A browser without storage follows the system.
}
