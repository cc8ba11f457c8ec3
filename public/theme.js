// Runs before the first paint, so that a chosen theme does not flash. The page's own part is src/web/state/theme.ts.
try {
  const theme = localStorage.getItem('jetscope.theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // A browser without storage follows the system.
}
