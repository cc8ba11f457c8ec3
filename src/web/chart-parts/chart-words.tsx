import { useDeferredValue, useMemo } from 'react';
import { useStore } from 'zustand';
import { shownBars } from '#web/chart/bars/requested-range.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { fitText } from '#web/chart/drawing/fit-text.ts';
import { ChartCredit } from './chart-credit.tsx';
import { ChartTable } from './chart-table.tsx';
import styles from './chart-words.module.css';

interface Props {
  readonly view: ChartView;
  readonly unit: string;
}

/** Under a chart: what it shows in words and as a table, and whose it is. */
export function ChartWords({ session, ...shared }: Props & { readonly session: ChartSession | undefined }) {
  return (
    <>
      <div className={styles.words}>{session ? <Shown session={session} {...shared} /> : null}</div>
      <ChartCredit />
    </>
  );
}

function Shown({ session, view, unit }: Props & { readonly session: ChartSession }) {
  const answer = useStore(session.state, (state) => state.answer);
  const inSight = useStore(session.state, (state) => state.seen);
  const asked = useStore(session.state, (state) => state.asked);
  const feed = useStore(session.state, (state) => state.feed);
  const seen = useMemo(
    () => shownBars({ answer, asked, feed, seen: inSight }),
    [answer, asked, feed, inSight],
  );
  const shown = useDeferredValue(seen);
  return (
    <>
      <p className={styles.fit} role="status">
        {answer ? fitText(answer) : ''}
      </p>
      <ChartTable answer={answer} seen={shown} zone={view.zone} unit={unit} />
    </>
  );
}
