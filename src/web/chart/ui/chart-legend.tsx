import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { intervalText } from '#web/chart/bars/intervals.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { priceLabel, swapsText } from '#web/chart/rendering/price-labels.ts';
import { timeLabels } from '#web/chart/rendering/time-labels.ts';
import { PercentChange } from '#web/components/display/percent-change.tsx';
import styles from './chart-legend.module.css';

/** The bar under the cross, else the newest: open, high, low, close, change, ticks. */
export function ChartLegend({
  session,
  view,
  unit,
  children,
}: {
  session: ChartSession;
  view: ChartView;
  unit: string;
  /** What else there is to say of the bar. */
  children?: ReactNode;
}) {
  const answer = useStore(session.state, (state) => state.answer);
  const pointed = useStore(session.state, (state) => state.pointed);
  if (!answer || answer.bars.length === 0) return null;
  const { bars } = answer;
  const place = pointed ?? bars.length - 1;
  const price = (column: Float64Array | undefined) => priceLabel(column?.[place] ?? Number.NaN);
  const open = bars.open[place] ?? Number.NaN;
  const percent = ((bars.close[place] ?? Number.NaN) / open - 1) * 100;
  return (
    <div className={styles.legend} aria-hidden="true">
      <span>{timeLabels(view.zone).point(bars.time[place] ?? 0)}</span>
      <span>{intervalText(answer.interval, view.zone)}</span>
      <Value name="O" text={price(bars.open)} />
      <Value name="H" text={price(bars.high)} />
      <Value name="L" text={price(bars.low)} />
      <Value name="C" text={`${price(bars.close)} ${unit}`} />
      {Number.isNaN(percent) ? null : <PercentChange percent={Number(percent.toFixed(4))} />}
      <span>{swapsText(bars.count[place] ?? 0)}</span>
      {view.averages.map(({ kind, length }, index) => (
        <Value
          key={kind + length}
          name={`${kind.toUpperCase()} ${length}`}
          text={price(answer.averages[index])}
        />
      ))}
      {children}
    </div>
  );
}

function Value({ name, text }: { name: string; text: string }) {
  return (
    <span>
      {name} <b className={styles.value}>{text}</b>
    </span>
  );
}
