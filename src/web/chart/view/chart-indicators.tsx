import { Fragment, useEffect } from 'react';
import { useStore } from 'zustand';
import { type Indicator, serializeIndicator } from '#web/chart/bars/indicators.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { indicatorColor, indicatorName, indicatorValues } from '#web/chart/rendering/indicator-labels.ts';
import { showIndicators } from '#web/chart/rendering/indicator-series.ts';
import styles from './chart-area.module.css';

interface Props {
  readonly session: ChartSession;
  readonly indicators: readonly Indicator[];
}

/** Shows indicators on the chart, and in its legend their values at the bar under the crosshair, or at the newest bar. */
export function ChartIndicators({ session, indicators }: Props) {
  useEffect(() => {
    session.setIndicators(showIndicators(indicators));
    return () => {
      // A removed chart cannot be drawn again.
      if (!session.chart.isRemoved) session.setIndicators(undefined);
    };
  }, [session, indicators]);
  const result = useStore(session.state, (state) => state.result);
  const crosshairIndex = useStore(session.state, (state) => state.crosshairIndex);
  if (!result || result.bars.length === 0) return null;
  const index = crosshairIndex ?? result.bars.length - 1;
  return indicators.map((indicator, position) => (
    <span key={serializeIndicator(indicator)}>
      <IndicatorSwatch indicators={indicators} index={position} />{' '}
      <span>
        {indicatorName(indicator)}
        {indicatorValues(indicator, result.indicators[position], index).map(({ label, value }) => (
          <Fragment key={label}>
            {label ? ` ${label}` : null} <b className={styles.value}>{value}</b>
          </Fragment>
        ))}
      </span>
    </span>
  ));
}

/** Sample of the lines of an indicator. */
export function IndicatorSwatch({ indicators, index }: Pick<Props, 'indicators'> & { index: number }) {
  const color = indicatorColor(indicators, index);
  const borderColor = color === undefined ? 'var(--accent)' : `var(--overlay-${color + 1})`;
  return <i className={styles.swatch} data-indicator style={{ borderColor }} aria-hidden="true" />;
}
