import type { Bars } from './bars/bars.ts';
import type { ChartSession } from './chart-session.ts';
import type { TimeZone } from './rendering/chart-appearance.ts';
import { durationText } from './rendering/duration-text.ts';
import { priceLabel, swapsText } from './rendering/price-labels.ts';
import { timeLabels } from './rendering/time-labels.ts';

/** Bars that each key goes on by; the ends are further than any chart is long. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
const ZOOMS: Readonly<Record<string, number>> = { '+': 0.8, '=': 0.8, '-': 1.25, '−': 1.25 };
export const KEYBOARD_HINT = 'Arrow keys go from bar to bar, with Shift they measure; plus and minus zoom.';

const WHEEL_ZOOM = 0.002;
const MOST_WHEEL = 200;

/** Moves a chart by the keyboard and by the wheel with Ctrl, and speaks of the bar that it is led to. */
export class ChartNavigation {
  readonly #area: HTMLElement;
  readonly #session: ChartSession;
  readonly #speak: (text: string) => void;
  #place: number | undefined;
  /** Where a measure began. */
  #anchor: number | undefined;

  constructor(area: HTMLElement, session: ChartSession, speak: (text: string) => void) {
    this.#area = area;
    this.#session = session;
    this.#speak = speak;
    area.addEventListener('keydown', this.#press);
    area.addEventListener('pointerdown', this.#forget);
    // Without Ctrl the wheel, and two fingers, scroll the page. Not passive: else the browser would zoom all of it.
    area.addEventListener('wheel', this.#turn, { passive: false });
  }

  detach(): void {
    this.#area.removeEventListener('wheel', this.#turn);
    this.#area.removeEventListener('pointerdown', this.#forget);
    this.#area.removeEventListener('keydown', this.#press);
  }

  readonly #press = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    const factor = ZOOMS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (by === undefined && factor === undefined)) return;
    event.preventDefault();
    if (by !== undefined) this.#step(by, event.shiftKey);
    if (factor !== undefined) this.#session.chart.zoom(factor);
  };

  readonly #forget = (): void => {
    this.#place = undefined;
    this.#anchor = undefined;
  };

  readonly #turn = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { chart } = this.#session;
    const x = event.clientX - this.#area.getBoundingClientRect().left;
    const turned = Math.min(Math.max(event.deltaY, -MOST_WHEEL), MOST_WHEEL);
    chart.zoom(Math.exp(turned * WHEEL_ZOOM), chart.shareAt(x));
  };

  #step(by: number, measures: boolean): void {
    const { answer, seen, pointed } = this.#session.state.getState();
    if (!answer || answer.bars.length === 0) return;
    const { bars } = answer;
    const last = bars.length - 1;
    const start = this.#place ?? pointed ?? Math.min(Math.round(seen?.to ?? last), last);
    const place = Math.min(Math.max(start + by, 0), last);
    this.#anchor = measures ? (this.#anchor ?? start) : undefined;
    this.#place = place;
    this.#session.chart.point(place);
    const spoken = pointText(bars, place, this.#session.zone);
    this.#speak(this.#anchor === undefined ? spoken : `${spoken}; ${measureText(bars, this.#anchor, place)}`);
  }
}

function pointText(bars: Bars, place: number, zone: TimeZone): string {
  const time = timeLabels(zone).point(bars.time[place] ?? 0);
  const count = bars.count[place] ?? 0;
  if (count === 0) return `${time}: nobody traded`;
  const price = (column: Float64Array) => priceLabel(column[place] ?? Number.NaN);
  if (count === 1) return `${time}: ${price(bars.close)}`;
  return `${time}: open ${price(bars.open)}, high ${price(bars.high)}, low ${price(bars.low)}, close ${price(bars.close)}, ${swapsText(count)}`;
}

function measureText({ time, close }: Bars, from: number, to: number): string {
  const percent = ((close[to] ?? Number.NaN) / (close[from] ?? Number.NaN) - 1) * 100;
  const length = durationText(Math.abs((time[to] ?? 0) - (time[from] ?? 0)));
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  return Number.isNaN(percent) ? length : `${sign}${Math.abs(percent).toFixed(2)}% in ${length}`;
}
