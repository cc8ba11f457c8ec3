import { hasEmbedded } from '#web/api/client/embedded-responses.ts';

/** Then the page is shown as it is. */
const MAX_WAIT_MS = 2_000;

/**
 * Replaces the page that the service has rendered by the one that React has prepared out of sight, once that shows the same
 * data. Keeps the focus, what was typed and chosen, how far elements are scrolled, and repeats presses of controls.
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
  const restores = content ? restoresOf(content, next) : [];
  rendered.remove();
  next.id = 'root';
  for (const restore of restores) await restore();
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

type Restore = () => unknown;

/** Returns functions that bring elements of the next page to the state of their equals in the content. */
function restoresOf(content: Element, next: Element): Restore[] {
  const restores: Restore[] = [];
  // All are found before any changes the page.
  const keep = <Kind extends Element>(element: Kind, restore: (equal: Kind) => unknown) => {
    const equal = elementAt(next, pathOf(element, content));
    if (isSameKind(equal, element)) restores.push(() => restore(equal));
  };
  for (const element of content.querySelectorAll('*')) {
    const { scrollTop, scrollLeft } = element;
    if (scrollTop > 0 || scrollLeft > 0)
      keep(element, (equal) => equal.scrollTo({ top: scrollTop, left: scrollLeft }));
    if (isTextField(element) && element.value !== element.defaultValue)
      keep(element, (equal) => type(equal, element.value));
    if (element instanceof HTMLSelectElement && !element.selectedOptions[0]?.defaultSelected)
      keep(element, (equal) => choose(equal, element.value));
  }
  const { activeElement } = document;
  const keepFocus = () => {
    if (activeElement instanceof HTMLElement && content.contains(activeElement))
      keep(activeElement, (equal) => {
        equal.focus({ preventScroll: true });
        if (isTextField(equal) && isTextField(activeElement)) select(equal, activeElement);
      });
  };
  const pressed = pressedControls(content);
  // The control that was pressed last may open what takes the focus.
  const isFocusLast = pressed.at(-1) !== activeElement;
  if (!isFocusLast) keepFocus();
  for (const control of pressed) keep(control, (equal) => press(equal, control));
  if (isFocusLast) keepFocus();
  return restores;
}

function isSameKind<Kind extends Element>(equal: Element | undefined, element: Kind): equal is Kind {
  return equal?.tagName === element.tagName;
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

type TextField = HTMLInputElement | HTMLTextAreaElement;

function isTextField(element: Element): element is TextField {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** Sets the value of a field as if it had been typed, which React needs to notice it. */
function type(field: TextField, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function choose(field: HTMLSelectElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Moves the caret or the selection. Fields for other values than text have none. */
function select(field: TextField, { selectionStart, selectionEnd, selectionDirection }: TextField): void {
  if (selectionStart === null) return;
  field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
}

/** Controls in the order in which they were pressed (public/rendered-page.js). */
function pressedControls(content: Element): HTMLElement[] {
  return [...content.querySelectorAll<HTMLElement>('[data-pressed]')]
    .flatMap((control) =>
      (control.dataset.pressed ?? '').split(' ').map((time) => ({ control, time: Number(time) })),
    )
    .sort((one, other) => one.time - other.time)
    .map(({ control }) => control);
}

const MAX_CHECKS = MAX_WAIT_MS / INTERVAL_MS;

/** Presses a control unless another entry has moved there, and waits for the effect, which the next press may depend on. */
async function press(control: HTMLElement, rendered: HTMLElement): Promise<void> {
  if (entryLink(control) !== entryLink(rendered)) return;
  control.click();
  const isShown = () => !(control instanceof HTMLInputElement && control.type === 'radio') || control.checked;
  let checks = 0;
  do await nextCheck();
  while (!isShown() && ++checks < MAX_CHECKS);
}

/** Returns the link of the row that an element is in. */
function entryLink(element: Element): string | null | undefined {
  return element.closest('[role=row]')?.querySelector('a')?.getAttribute('href');
}

void takeOver();
