// Runs before the first paint of a page that the service has rendered, which does not know the device's settings.
const { dataset: rendered } = document.documentElement;
const isSameWindow = matchMedia(
  rendered.rendered === 'phone'
    ? '(max-width: 720px) and (pointer: coarse)'
    : '(min-width: 1280px) and (not (pointer: coarse))',
).matches;

/** Whether this device has settings that change what pages show first. */
function hasSettings() {
  try {
    return ['table', 'currency', 'colours', 'filters'].some((key) => localStorage.getItem(`jetscope.${key}`));
  } catch {
    return false;
  }
}
/** Browsers go back to documents with former data. */
const [navigation] = performance.getEntriesByType('navigation');
if (!isSameWindow || hasSettings() || navigation?.type === 'back_forward') rendered.rendered = 'other';

// Buttons pressed before the app's scripts have started are pressed again then (src/web/app/take-over.ts).
addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('.rendered button');
  if (button) button.dataset.pressed = '';
});
