// Shows why the page stays empty if its first scripts fail, as in a browser that is too old. In syntax that all understand.
function explainEmptyPage() {
  // Removed once the page has started.
  if (document.getElementById('old-browser')) document.getElementById('old-browser').hidden = false;
}
addEventListener('error', explainEmptyPage);
addEventListener('unhandledrejection', explainEmptyPage);
// Such a browser ignores the scripts.
if (!('noModule' in document.createElement('script'))) explainEmptyPage();
