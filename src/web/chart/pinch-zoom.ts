import type { PriceChart } from './rendering/price-chart.ts';

/**
 * Zooms a chart by the distance of two fingers, also if one of them is on an axis. The charting library zooms out less than
 * the fingers move, and pans if a finger is on an axis.
 */
export class PinchZoom {
  readonly #area: HTMLElement;
  readonly #chart: PriceChart;
  /** Distance of the fingers in pixels. Undefined without a second finger. */
  #distance: number | undefined;
  /** Until the last finger is lifted: it would pan from where it was before the zoom. */
  #isActive = false;

  constructor(area: HTMLElement, chart: PriceChart) {
    this.#area = area;
    this.#chart = chart;
    area.addEventListener('touchstart', this.#onTouch, true);
    area.addEventListener('touchend', this.#onTouch, true);
    area.addEventListener('touchcancel', this.#onTouch, true);
    // Not passive: otherwise the browser would zoom the page. While capturing: the library must not pan meanwhile.
    area.addEventListener('touchmove', this.#onMove, { capture: true, passive: false });
  }

  detach(): void {
    this.#area.removeEventListener('touchmove', this.#onMove, true);
    this.#area.removeEventListener('touchcancel', this.#onTouch, true);
    this.#area.removeEventListener('touchend', this.#onTouch, true);
    this.#area.removeEventListener('touchstart', this.#onTouch, true);
  }

  readonly #onTouch = ({ touches }: TouchEvent): void => {
    this.#distance = distanceOf(touches);
    this.#isActive = touches.length > 0 && (this.#isActive || this.#distance !== undefined);
  };

  readonly #onMove = (event: TouchEvent): void => {
    if (!this.#isActive) return;
    if (event.cancelable) event.preventDefault();
    event.stopPropagation();
    const distance = distanceOf(event.touches);
    const [first, second] = event.touches;
    if (!distance || !this.#distance || !first || !second) return;
    const x = (first.clientX + second.clientX) / 2 - this.#area.getBoundingClientRect().left;
    this.#chart.zoom(this.#distance / distance, this.#chart.fractionAt(x));
    this.#distance = distance;
  };
}

function distanceOf({ length, 0: first, 1: second }: TouchList): number | undefined {
  if (length !== 2 || !first || !second) return undefined;
  return Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
}
