import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { intervalText } from '#web/chart/bars/intervals.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { priceLabel, swapsText } from '#web/chart/rendering/price-labels.ts';
import { timeLabels } from '#web/chart/rendering/time-labels.ts';
import { PercentChange } from '#web/components/display/percent-change.tsx';
import styles from './chart-legend.module.css';
import { AverageSwatch } from './line-swatch.tsx';
import { CURRENT_PRICE_HINT } from './use-current-price.ts';

interface Props {
  readonly session: ChartSession;
  readonly view: ChartView;
  readonly unit: string;
  /** The current price, if it differs from the newest bar's. */
  readonly currentPrice?: string | undefined;
  /** Additional values of the bar. */
  readonly children?: ReactNode;
}

/** Shows the bar under the crosshair, or the newest bar. Empty until the session has bars. */
export function ChartLegend({
  session,
  ...bar
}: Omit<Props, 'session'> & { readonly session: ChartSession | undefined }) {
  return (
    <div className={styles.legend} aria-hidden="true">
      {session ? <Bar session={session} {...bar} /> : null}
    </div>
  );
}

function Bar({ session, view, unit, currentPrice, children }: Props) {
  const result = useStore(session.state, (state) => state.result);
  const crosshairIndex = useStore(session.state, (state) => state.crosshairIndex);
  if (!result || result.bars.length === 0) return null;
  const { bars } = result;
  const index = crosshairIndex ?? bars.length - 1;
  const price = (column: Float64Array | undefined) => priceLabel(column?.[index] ?? Number.NaN);
  // A single swap is compared with the previous one.
  const open = (result.interval === 'tick' ? bars.close[index - 1] : bars.open[index]) ?? Number.NaN;
  const percent = ((bars.close[index] ?? Number.NaN) / open - 1) * 100;
  return (
    <>
      <span>{timeLabels(view.zone).dateTime(bars.time[index] ?? 0)}</span>
      <span>{intervalText(result.interval, view.zone)}</span>
      {result.interval === 'tick' ? null : (
        <>
          <Value name="O" text={price(bars.open)} />
          <Value name="H" text={price(bars.high)} />
          <Value name="L" text={price(bars.low)} />
        </>
      )}
      <Value name={result.interval === 'tick' ? '' : 'C'} text={`${price(bars.close)} ${unit}`} />
      {Number.isNaN(percent) ? null : <PercentChange change={{ percent: Number(percent.toFixed(4)) }} />}
      <span className={styles.count}>{swapsText(bars.count[index] ?? 0)}</span>
      {currentPrice === undefined ? null : (
        <span className={styles.current} title={CURRENT_PRICE_HINT}>
          Now <b className={styles.value}>{currentPrice}</b>
        </span>
      )}
      {view.averages.map(({ kind, length }, position) => (
        <span key={kind + length}>
          <AverageSwatch index={position} />{' '}
          <Value name={`${kind.toUpperCase()} ${length}`} text={price(result.averages[position])} />
        </span>
      ))}
      {children}
    </>
  );
}

function Value({ name, text }: { name: string; text: string }) {
  return (
    <span>
      {name} <b className={styles.value}>{text}</b>
    </span>
  );
}
