// Runs before the first paint. The page changes the theme in src/web/kit/device/theme.ts.
const { dataset } = document.documentElement;
try {
  const theme = localStorage.getItem('jetscope.theme');
  if (theme === 'dark' || theme === 'light') dataset.theme = theme;
} catch {
  // A browser without storage follows the system.
}
// The placeholders of pages with a chart differ from those of lists (src/web/style/shell.css).
if (/^\/(jetton|compare)\b/.test(location.pathname)) dataset.shell = 'chart';
