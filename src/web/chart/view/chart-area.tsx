import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '#contract/format/format-count.ts';
import { useErrorText } from '#web/api/client/use-error-text.ts';
import { ChartNavigation, KEYBOARD_HINT } from '#web/chart/chart-navigation.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { emptyText } from '#web/chart/requested-range.ts';
import { Button } from '#web/kit/controls/button.tsx';
import styles from './chart-area.module.css';

interface Props {
  readonly session: ChartSession | undefined;
  readonly label: string;
  /** What Enter does on the chart. `run` returns what to announce. */
  readonly enter?: { readonly hint: string; readonly run: () => string } | undefined;
  readonly children: ReactNode;
}

/** Makes the chart focusable, navigable by keyboard, and announces the bar under the crosshair. */
export function ChartArea({ session, label, enter, children }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (!area.current || !session) return undefined;
    const navigation = new ChartNavigation(area.current, session, setAnnouncement);
    return () => navigation.detach();
  }, [session]);
  return (
    <>
      <div
        ref={area}
        role="application"
        aria-roledescription="chart"
        aria-label={[`${label}.`, KEYBOARD_HINT, enter?.hint ?? ''].join(' ').trim()}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles keyboard input
        tabIndex={0}
        className={styles.chart}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && enter) setAnnouncement(enter.run());
        }}
      >
        {children}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </>
  );
}

/** Shows the loading progress, an error, or why the chart is empty. */
export function ChartStatus({ session }: { session: ChartSession }) {
  const feed = useStore(session.state, (state) => state.feed);
  const tickCount = useStore(session.state, ({ result }) => result?.tickCount);
  const empty = useStore(session.state, emptyText);
  const errorText = useErrorText(feed.error);
  if (feed.error !== undefined) {
    return (
      <div className={styles.status} role="alert">
        Couldn't load swaps. {errorText} <Button onClick={() => session.retry()}>Retry</Button>
      </div>
    );
  }
  if (feed.isLoading) {
    return (
      <div className={styles.status} role="status">
        {tickCount ? `Loading… ${formatCount(String(tickCount))} swaps` : 'Loading…'}{' '}
        {tickCount ? <Button onClick={() => session.stopLoading()}>Stop</Button> : null}
      </div>
    );
  }
  if (empty !== '') {
    return (
      <div className={styles.status} role="status">
        {empty}
      </div>
    );
  }
  return null;
}
