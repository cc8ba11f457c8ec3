import { useMemo } from 'react';
import type { Market } from '#contract/market.ts';
import { type ChartView, defaultView, type NamedRange } from '#web/chart/chart-view.ts';
import type { Quote } from '#web/chart/ticks/ticks.ts';
import { ChartArea } from '#web/chart-parts/chart-area.tsx';
import { ChartLegend } from '#web/chart-parts/chart-legend.tsx';
import { ChartNote } from '#web/chart-parts/chart-note.tsx';
import { ChartWords } from '#web/chart-parts/chart-words.tsx';
import { useChartSession } from '#web/chart-parts/use-chart-session.ts';
import styles from './chart-section.module.css';

interface Props {
  readonly address: string;
  readonly market: Market;
  readonly pair: string;
  readonly quote: Quote;
  readonly range: NamedRange;
}

/** Chart of a market, as on the pool page but with no settings except the range. */
export function ReferenceChart({ address, market, pair, quote, range }: Props) {
  const view = useMemo((): ChartView => ({ ...defaultView, quote, range }), [quote, range]);
  const { session, mount } = useChartSession({ address, poolAddress: market.poolAddress }, view, ignoreRange);
  const unit = quote === 'counterpart' ? (pair.split(' / ').at(-1) ?? '') : quote.toUpperCase();
  return (
    <>
      <div className={styles.legend}>
        {session ? <ChartLegend session={session} view={view} unit={unit} /> : null}
      </div>
      <div className={styles.frame}>
        <ChartArea session={session} label={`Price of ${pair} in ${unit}`}>
          <div ref={mount} className={styles.chart} />
        </ChartArea>
        {session ? <ChartNote session={session} /> : null}
      </div>
      <ChartWords session={session} view={view} unit={unit} />
    </>
  );
}

/** Unlike the pool page, this chart does not persist the visible range. */
function ignoreRange(): void {}
