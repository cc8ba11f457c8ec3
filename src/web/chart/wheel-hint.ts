import './wheel-hint.css';

/** Time for which the hint is shown, in milliseconds. */
const VISIBLE_MS = 2_500;
const TEXT = 'Click the chart or hold Ctrl to zoom with the wheel';

/** Explains once how to zoom to users who turn the wheel over a chart that has no focus. */
export class WheelHint {
  readonly #area: HTMLElement;
  #element: HTMLElement | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `area` has to be positioned. */
  constructor(area: HTMLElement) {
    this.#area = area;
  }

  /** Shows the hint for a moment, unless it has been shown before. */
  showOnce(): void {
    if (this.#element) return;
    this.#element = document.createElement('div');
    this.#element.className = 'wheel-hint';
    // Screen readers announce the keys in the name of the chart instead.
    this.#element.ariaHidden = 'true';
    this.#element.textContent = TEXT;
    this.#area.append(this.#element);
    this.#timer = setTimeout(() => this.hide(), VISIBLE_MS);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#element?.remove();
  }
}
