import { hasEmbedded } from '#web/api/client/embedded-responses.ts';

/** Then the page is shown as it is. */
const MAX_WAIT_MS = 2_000;

/**
 * Replaces the page that the service has rendered by the one that React has prepared out of sight, once that shows the same
 * data. Keeps the focus, what was typed, how far elements are scrolled, and buttons that were pressed.
 */
async function takeOver(): Promise<void> {
  const rendered = document.getElementById('root');
  const next = document.getElementById('next-root');
  if (!rendered || !next) return;
  while (!next.hasChildNodes()) await nextCheck();
  const started = performance.now();
  while (hasEmbedded() && performance.now() - started < MAX_WAIT_MS) await nextCheck();
  // The drawn charts stay until the live ones are painted.
  while (isChartLoading(next) && performance.now() - started < MAX_WAIT_MS) await nextCheck();
  // The last of the data is rendered.
  await nextCheck();
  const content = rendered.querySelector('.rendered');
  const states = content ? statesOf(content) : [];
  rendered.remove();
  next.id = 'root';
  for (const restore of states) restore(next);
}

function isChartLoading(page: Element): boolean {
  const chart = page.querySelector('section[aria-label=Chart]');
  if (!chart || chart.querySelector('[data-empty]')) return false;
  return !chart.querySelector('canvas') || /Loading…/.test(chart.textContent ?? '');
}

/** Rarely enough that waiting costs slow devices nothing. */
const INTERVAL_MS = 50;

function nextCheck(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
}

type Restore = (next: Element) => void;

function statesOf(content: Element): Restore[] {
  const restores: Restore[] = [];
  const keep = (element: Element, restore: (equal: Element) => void) => {
    const path = pathOf(element, content);
    restores.push((next) => {
      const equal = elementAt(next, path);
      if (equal?.tagName === element.tagName) restore(equal);
    });
  };
  for (const element of content.querySelectorAll('*')) {
    const { scrollTop, scrollLeft } = element;
    if (scrollTop > 0 || scrollLeft > 0)
      keep(element, (equal) => equal.scrollTo({ top: scrollTop, left: scrollLeft }));
    if (element instanceof HTMLInputElement && element.value !== element.defaultValue)
      keep(element, (equal) => type(equal, element.value));
  }
  const { activeElement } = document;
  if (activeElement && content.contains(activeElement))
    keep(activeElement, (equal) => {
      if (equal instanceof HTMLElement) equal.focus({ preventScroll: true });
    });
  const pressed = content.querySelector('[data-pressed]');
  if (pressed)
    keep(pressed, (equal) => {
      if (equal instanceof HTMLElement) equal.click();
    });
  return restores;
}

/** Positions of an element and its ancestors among their siblings, from the outermost. */
function pathOf(element: Element, container: Element): number[] {
  const path: number[] = [];
  for (let inner = element; inner !== container && inner.parentElement; inner = inner.parentElement)
    path.unshift([...inner.parentElement.children].indexOf(inner));
  return path;
}

function elementAt(container: Element, path: readonly number[]): Element | undefined {
  return path.reduce<Element | undefined>((element, index) => element?.children[index], container);
}

/** Sets the value of a field as if it had been typed, which React needs to notice it. */
function type(field: Element, value: string): void {
  if (!(field instanceof HTMLInputElement)) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

void takeOver();
