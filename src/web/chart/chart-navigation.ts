import { formatChange, priceLabel } from '#contract/format/format-numbers.ts';
import type { BarResult } from './bars/bar-messages.ts';
import { indexAt } from './bars/bar-window.ts';
import type { Bars } from './bars/bars.ts';
import type { TimeZone } from './bars/intervals.ts';
import type { ChartSession } from './chart-session.ts';
import type { PriceChart } from './rendering/price-chart.ts';
import { swapsText, volumeLabel } from './rendering/price-labels.ts';
import { durationText, timeLabels } from './rendering/time-labels.ts';
import './chart-navigation.css';

/** Steps by key, in bars. The result is clamped to the first and last bar. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
const ZOOM_FACTORS: Readonly<Record<string, number>> = { '+': 0.8, '=': 0.8, '-': 1.25, '−': 1.25 };
export const KEYBOARD_HINT =
  'Arrow keys move between candles, with Shift they measure. Plus, minus and the wheel zoom, Escape stops the wheel.';

const ZOOM_PER_WHEEL_PIXEL = 0.002;
const MAX_WHEEL_DELTA = 200;

/**
 * Navigates a chart by keyboard, by pinching, and by wheel while it has the focus or Ctrl is pressed. Announces the bar
 * under the crosshair.
 */
export class ChartNavigation {
  readonly #area: HTMLElement;
  readonly #session: ChartSession;
  readonly #announce: (text: string) => void;
  readonly #hint: WheelHint;
  readonly #detached = new AbortController();
  /** Whether the wheel zooms while the chart has the focus. */
  #hasWheel = true;
  /** Start of the bar that was moved to, in seconds: older bars change its index. */
  #time: number | undefined;
  /** The same of the bar where a measurement started. */
  #anchor: number | undefined;

  constructor(area: HTMLElement, session: ChartSession, announce: (text: string) => void) {
    this.#area = area;
    this.#session = session;
    this.#announce = announce;
    this.#hint = new WheelHint(area);
    const { signal } = this.#detached;
    new PinchZoom(area, session.chart, signal);
    area.addEventListener('keydown', this.#onKeyDown, { signal });
    area.addEventListener('pointerdown', this.#onPointerDown, { signal });
    area.addEventListener('focus', this.#onFocus, { signal });
    // Not passive: otherwise the browser would scroll or zoom the page.
    area.addEventListener('wheel', this.#onWheel, { signal, passive: false });
  }

  detach(): void {
    this.#hint.hide();
    this.#detached.abort();
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    // Escape returns the wheel to the page. The focus stays, so that Tab continues from here.
    this.#hasWheel = event.key !== 'Escape';
    const step = STEPS[event.key];
    const factor = ZOOM_FACTORS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (step === undefined && factor === undefined))
      return;
    event.preventDefault();
    if (step !== undefined) this.#move(step, event.shiftKey);
    if (factor !== undefined) this.#session.chart.zoom(factor);
  };

  readonly #onPointerDown = (): void => {
    this.#hasWheel = true;
    this.#time = undefined;
    this.#anchor = undefined;
  };

  readonly #onFocus = (): void => {
    this.#hasWheel = true;
    this.#hint.hide();
  };

  readonly #onWheel = (event: WheelEvent): void => {
    const isFocused = this.#hasWheel && document.activeElement === this.#area;
    const isZoom = event.ctrlKey || event.metaKey || isFocused;
    if (!isZoom) {
      this.#hint.showOnce();
      return;
    }
    this.#hint.hide();
    event.preventDefault();
    const { chart } = this.#session;
    const x = event.clientX - this.#area.getBoundingClientRect().left;
    const delta = Math.min(Math.max(event.deltaY, -MAX_WHEEL_DELTA), MAX_WHEEL_DELTA);
    chart.zoom(Math.exp(delta * ZOOM_PER_WHEEL_PIXEL), chart.fractionAt(x));
  };

  #move(step: number, isMeasuring: boolean): void {
    const { result, visible, crosshairIndex } = this.#session.state.getState();
    if (!result || result.bars.length === 0) return;
    const { bars } = result;
    const last = bars.length - 1;
    const indexOf = (second: number) => Math.max(indexAt(bars, second), 0);
    const start =
      this.#time === undefined
        ? (crosshairIndex ?? Math.min(Math.round(visible?.to ?? last), last))
        : indexOf(this.#time);
    const index = Math.min(Math.max(start + step, 0), last);
    this.#anchor = isMeasuring ? (this.#anchor ?? bars.time[start]) : undefined;
    this.#time = bars.time[index];
    this.#session.chart.moveCrosshair(index);
    const text = barText(result, index, this.#session.zone);
    this.#announce(
      this.#anchor === undefined ? text : `${text}; ${measurementText(bars, indexOf(this.#anchor), index)}`,
    );
  }
}

function barText({ bars, interval, hasVolumes }: BarResult, index: number, zone: TimeZone): string {
  const time = timeLabels(zone, interval).dateTime(bars.time[index] ?? 0);
  const count = bars.count[index] ?? 0;
  if (count === 0) return `${time}: no swaps`;
  const price = (column: Float64Array) => priceLabel(column[index] ?? Number.NaN);
  const volume = hasVolumes ? `, volume ${volumeLabel(bars.volume[index] ?? Number.NaN)}` : '';
  const note = bars.incomplete[index] ? ', incomplete' : '';
  if (count === 1) return `${time}: ${price(bars.close)}${volume}${note}`;
  return `${time}: open ${price(bars.open)}, high ${price(bars.high)}, low ${price(bars.low)}, close ${price(bars.close)}${volume}, ${swapsText(count)}${note}`;
}

function measurementText({ time, close }: Bars, from: number, to: number): string {
  const percent = ((close[to] ?? Number.NaN) / (close[from] ?? Number.NaN) - 1) * 100;
  const duration = durationText(Math.abs((time[to] ?? 0) - (time[from] ?? 0)));
  return Number.isNaN(percent) ? duration : `${formatChange(percent).text}% in ${duration}`;
}

/**
 * Zooms a chart by the distance of two fingers, also if one of them is on an axis. The charting library zooms out less than
 * the fingers move, and pans if a finger is on an axis.
 */
class PinchZoom {
  readonly #area: HTMLElement;
  readonly #chart: PriceChart;
  /** Distance of the fingers in pixels. Undefined without a second finger. */
  #distance: number | undefined;
  /** Until the last finger is lifted: it would pan from where it was before the zoom. */
  #isActive = false;

  constructor(area: HTMLElement, chart: PriceChart, signal: AbortSignal) {
    this.#area = area;
    this.#chart = chart;
    for (const type of ['touchstart', 'touchend', 'touchcancel'] as const)
      area.addEventListener(type, this.#onTouch, { signal, capture: true });
    // Not passive: otherwise the browser would zoom the page. While capturing: the library must not pan meanwhile.
    area.addEventListener('touchmove', this.#onMove, { signal, capture: true, passive: false });
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

/** Time for which the hint is shown, in milliseconds. */
const VISIBLE_MS = 2_500;
const TEXT = 'Click the chart or hold Ctrl to zoom with the wheel';

/** Explains once how to zoom to users who turn the wheel over a chart that has no focus. */
class WheelHint {
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
    this.#element.setAttribute('aria-hidden', 'true');
    this.#element.textContent = TEXT;
    this.#area.append(this.#element);
    this.#timer = setTimeout(() => this.hide(), VISIBLE_MS);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#element?.remove();
  }
}
