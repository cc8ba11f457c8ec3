// Shows why the page stays empty if its first scripts fail, as in a browser that is too old. In syntax that all understand.
function explainEmptyPage() {
  show(document.getElementById('old-browser'));
}
function show(text) {
  // The page has removed it once it has started.
  if (!text) return;
  if (!text.hidden) return;
  text.hidden = false;
  while (text.nextElementSibling) text.parentNode.removeChild(text.nextElementSibling);
}
addEventListener('error', explainEmptyPage);
addEventListener('unhandledrejection', explainEmptyPage);
// Such a browser ignores the scripts.
if (!('noModule' in document.createElement('script'))) explainEmptyPage();
