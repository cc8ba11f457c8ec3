import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { intervalText } from '#web/chart/bars/intervals.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { priceLabel, swapsText } from '#web/chart/rendering/price-labels.ts';
import { timeLabels } from '#web/chart/rendering/time-labels.ts';
import { PercentChange } from '#web/components/display/percent-change.tsx';
import styles from './chart-legend.module.css';

/** Shows the bar under the crosshair, or the newest bar. */
export function ChartLegend({
  session,
  view,
  unit,
  children,
}: {
  session: ChartSession;
  view: ChartView;
  unit: string;
  /** Additional values of the bar. */
  children?: ReactNode;
}) {
  const result = useStore(session.state, (state) => state.result);
  const crosshairIndex = useStore(session.state, (state) => state.crosshairIndex);
  if (!result || result.bars.length === 0) return null;
  const { bars } = result;
  const index = crosshairIndex ?? bars.length - 1;
  const price = (column: Float64Array | undefined) => priceLabel(column?.[index] ?? Number.NaN);
  const open = bars.open[index] ?? Number.NaN;
  const percent = ((bars.close[index] ?? Number.NaN) / open - 1) * 100;
  return (
    <div className={styles.legend} aria-hidden="true">
      <span>{timeLabels(view.zone).dateTime(bars.time[index] ?? 0)}</span>
      <span>{intervalText(result.interval, view.zone)}</span>
      <Value name="O" text={price(bars.open)} />
      <Value name="H" text={price(bars.high)} />
      <Value name="L" text={price(bars.low)} />
      <Value name="C" text={`${price(bars.close)} ${unit}`} />
      {Number.isNaN(percent) ? null : <PercentChange percent={Number(percent.toFixed(4))} />}
      <span>{swapsText(bars.count[index] ?? 0)}</span>
      {view.averages.map(({ kind, length }, position) => (
        <Value
          key={kind + length}
          name={`${kind.toUpperCase()} ${length}`}
          text={price(result.averages[position])}
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
