import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { priceLabel } from '#contract/format/format-numbers.ts';
import type { Indicator } from '#web/chart/bars/indicators.ts';
import { intervalText } from '#web/chart/bars/intervals.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { timeLabels } from '#web/chart/rendering/time-labels.ts';
import { barItems, INCOMPLETE_HINT, type NamedValue } from '#web/chart/rendering/visible-rows.ts';
import { PercentChange } from '#web/kit/display/formatted-values.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { CURRENT_PRICE_HINT } from '#web/money/converted-amounts.ts';
import styles from './chart-area.module.css';

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
    // Not a tab stop when it scrolls, because it is hidden from screen readers.
    <div className={styles.legend} aria-hidden="true" tabIndex={-1} translate="no">
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
  const { extremes, close, change, volume, swaps, isIncomplete, averages } = barItems(
    result,
    index,
    view.averages,
  );
  return (
    <>
      <b className={styles.value}>{unit}</b>
      <span className={styles.time}>
        {timeLabels(view.zone, result.interval).dateTime(bars.time[index] ?? 0)}
      </span>
      <span className={styles.time}>{intervalText(result.interval, view.zone)}</span>
      {extremes.map((value) => (
        <Value key={value.name} className={styles.secondary} {...value} />
      ))}
      <Value {...close} />
      {change === undefined ? null : <PercentChange change={{ percent: Number(change.toFixed(4)) }} />}
      {volume ? <Value {...volume} /> : null}
      <span className={styles.count}>{swaps}</span>
      {isIncomplete ? <span title={INCOMPLETE_HINT}>Incomplete</span> : null}
      {currentPrice === undefined ? null : (
        <span className={styles.current} title={CURRENT_PRICE_HINT}>
          Current <b className={styles.value}>{currentPrice}</b>
        </span>
      )}
      {averages.map((value, position) => (
        <span key={value.name}>
          <AverageSwatch index={position} /> <Value {...value} />
        </span>
      ))}
      {children}
    </>
  );
}

function Value({ name, text, className }: NamedValue & { readonly className?: string | undefined }) {
  return (
    <span className={className}>
      {name} <b className={styles.value}>{text}</b>
    </span>
  );
}

const ChartIndicators = lazyWithRetry(async () => (await import('./chart-indicators.tsx')).ChartIndicators);

interface IndicatorProps {
  readonly session: ChartSession | undefined;
  readonly indicators: readonly Indicator[];
}

/** Shows indicators on the chart and in its legend. Their code is loaded if there are any. */
export function IndicatorLegend({ session, indicators }: IndicatorProps) {
  return session && indicators.length > 0 ? (
    <ChartIndicators session={session} indicators={indicators} />
  ) : null;
}

interface OverlayLegendProps {
  readonly session: ChartSession;
  /** Names of the overlaid markets, by position. */
  readonly names: readonly string[];
}

/** Shows the prices of the overlaid markets and their spread at the bar under the crosshair, or at the newest bar. */
export function OverlayLegend({ session, names }: OverlayLegendProps) {
  const length = useStore(session.state, ({ result }) => result?.bars.length ?? 0);
  const crosshairIndex = useStore(session.state, (state) => state.crosshairIndex);
  const overlays = useStore(session.state, (state) => state.overlays);
  if (names.length === 0 || !overlays) return null;
  const barIndex = crosshairIndex ?? length - 1;
  const spread = overlays.spread?.[barIndex] ?? Number.NaN;
  return (
    <>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pools may share a name; the index identifies the line
        <span key={index}>
          <OverlaySwatch index={index} /> <bdi>{name}</bdi>{' '}
          <b className={styles.value}>{priceLabel(overlays.lines[index]?.[barIndex] ?? Number.NaN)}</b>
        </span>
      ))}
      <span>
        Spread <b className={styles.value}>{Number.isNaN(spread) ? '–' : `${spread.toFixed(2)}%`}</b>
      </span>
    </>
  );
}

/** Sample of the line of an overlaid market. */
export function OverlaySwatch({ index }: { index: number }) {
  const borderColor = `var(--overlay-${index + 1})`;
  return <i className={styles.swatch} data-overlay={index} style={{ borderColor }} aria-hidden="true" />;
}

/** Sample of the line of a moving average. */
export function AverageSwatch({ index }: { index: number }) {
  const borderColor = `var(--average-${index + 1})`;
  return <i className={styles.swatch} data-average={index} style={{ borderColor }} aria-hidden="true" />;
}
