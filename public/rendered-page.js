// Runs before the first paint of a page that the service has rendered for the device of the cookie, or for a default one. If
// that is not this device, its content is not shown, and the cookie says so the next time (src/service/site/device.ts).
const { dataset: rendered } = document.documentElement;
// The address of a form that was sent without scripts.
if (rendered.link !== undefined) history.replaceState(null, '', rendered.link);
const MAX_LENGTH = 2000;
const YEAR_SECONDS = 31_536_000;

/** Returns what the first render of a page depends on; undefined if that is too long for a cookie. */
function deviceId() {
  const is = (/** @type {string} */ query) => matchMedia(`(${query})`).matches;
  const width = is('max-width: 45rem')
    ? 'phone'
    : is('max-width: 68.75rem')
      ? 'narrow'
      : is('min-width: 80rem')
        ? 'wide'
        : 'medium';
  const settings = storedSettings();
  const id = `${width}-${is('pointer: coarse') ? 'coarse' : 'fine'}${settings && `.${settings}`}`;
  return id.length > MAX_LENGTH ? undefined : id;
}

function storedSettings() {
  try {
    const keys = ['table', 'currency', 'colours', 'filters', 'panel'];
    const stored = keys.flatMap((key) => {
      const text = localStorage.getItem(`jetscope.${key}`);
      return text === null ? [] : [[key, text]];
    });
    return stored.length === 0 ? '' : encodeURIComponent(JSON.stringify(Object.fromEntries(stored)));
  } catch {
    return '';
  }
}

let renderedId = rendered.rendered;
function rememberDevice() {
  const id = deviceId();
  if (id === undefined || id === renderedId) return;
  renderedId = id;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist in all supported browsers.
  document.cookie = `jetscope-device=${id}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** Browsers go back to documents with former data. */
const [navigation] = performance.getEntriesByType('navigation');
const isScaled = getComputedStyle(document.documentElement).fontSize !== '16px';
// With scripts, a list is shown from its start.
const isPart = new URLSearchParams(location.search).has('start');
const isOther = isPart || isScaled || deviceId() !== renderedId || navigation?.type === 'back_forward';
rememberDevice();
addEventListener('pagehide', rememberDevice);
if (isOther) {
  rendered.rendered = 'other';
  startApp();
} else {
  setColors();
  // Its scripts would delay the first paint of the whole document. Pages in the background are not painted.
  if (document.hidden) startApp();
  else addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(startApp)));
}

function startApp() {
  const scripts = document.getElementById('scripts');
  if (scripts instanceof HTMLTemplateElement) document.head.append(scripts.content);
}

function setColors() {
  try {
    const { pair } = JSON.parse(localStorage.getItem('jetscope.colours') ?? '{}');
    if (typeof pair === 'string') rendered.colorPair = pair;
  } catch {
    // The page has the default colors.
  }
}

// Controls pressed before the app's scripts have started are pressed again then, in this order (src/web/app/take-over.ts).
const CONTROLS = '.rendered :is(button, summary, [type=radio], [type=checkbox])';
let presses = 0;
addEventListener('click', ({ target }) => {
  const control = target instanceof Element && target.closest(CONTROLS);
  if (control) control.dataset.pressed = `${control.dataset.pressed ?? ''} ${++presses}`.trim();
});

// The app keeps it scrolled, instead of to where a former visit was.
addEventListener(
  'scroll',
  () => {
    rendered.scrolled = '';
  },
  { capture: true, once: true },
);
