import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { priceLabel } from '#web/chart/price-labels.ts';
import { timeLabels } from '#web/chart/time-labels.ts';
import styles from './chart-keys.module.css';

interface Props {
  readonly session: ChartSession | undefined;
  readonly view: ChartView;
  readonly label: string;
  readonly children: ReactNode;
}

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

/** The chart as one thing to the keyboard: arrows go from bar to bar, the bar is spoken, + and − zoom. */
export function ChartKeys({ session, view, label, children }: Props) {
  const place = useRef<number>(undefined);
  const [spoken, setSpoken] = useState('');
  const area = useWheelZoom(session);

  const step = (by: number) => {
    const { answer, seen, pointed } = session?.state.getState() ?? {};
    if (!session || !answer || answer.bars.length === 0) return;
    const last = answer.bars.length - 1;
    const start = place.current ?? pointed ?? Math.min(Math.round(seen?.to ?? last), last);
    place.current = Math.min(Math.max(start + by, 0), last);
    session.chart.point(place.current);
    setSpoken(pointText(answer.bars, place.current, view));
  };
  const press = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    const factor = ZOOMS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (by === undefined && factor === undefined)) return;
    event.preventDefault();
    if (by !== undefined) step(by);
    if (factor !== undefined) session?.chart.zoom(factor);
  };
  return (
    <>
      <div
        ref={area}
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}. Arrow keys go from bar to bar, plus and minus zoom.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
        tabIndex={0}
        className={styles.chart}
        onKeyDown={press}
        onPointerDown={() => {
          place.current = undefined;
        }}
      >
        {children}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
    </>
  );
}

type Bars = NonNullable<ReturnType<ChartSession['state']['getState']>['answer']>['bars'];

function pointText(bars: Bars, place: number, { zone }: ChartView): string {
  const time = timeLabels(zone).point(bars.time[place] ?? 0);
  const count = bars.count[place] ?? 0;
  if (count === 0) return `${time}: nobody traded`;
  const price = (column: Float64Array) => priceLabel(column[place] ?? Number.NaN);
  if (count === 1) return `${time}: ${price(bars.close)}`;
  return `${time}: open ${price(bars.open)}, high ${price(bars.high)}, low ${price(bars.low)}, close ${price(bars.close)}, ${count} ticks`;
}

const WHEEL_ZOOM = 0.002;

// React listens to the wheel passively, and a passive listener cannot keep the browser from zooming the whole page.
function useWheelZoom(session: ChartSession | undefined) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = area.current;
    if (!element || !session) return undefined;
    const zoom = (event: WheelEvent) => {
      // Without Ctrl the wheel, and two fingers, scroll the page.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left;
      session.chart.zoom(
        Math.exp(Math.min(Math.max(event.deltaY, -200), 200) * WHEEL_ZOOM),
        session.chart.shareAt(x),
      );
    };
    element.addEventListener('wheel', zoom, { passive: false });
    return () => element.removeEventListener('wheel', zoom);
  }, [session]);
  return area;
}
