import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '#contract/format/format-numbers.ts';
import { useErrorText } from '#web/api/client/error-notice.tsx';
import { ChartNavigation, KEYBOARD_HINT } from '#web/chart/chart-navigation.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { type ChartView, type NamedRange, ranges } from '#web/chart/chart-view.ts';
import type { ChartScale } from '#web/chart/rendering/chart-appearance.ts';
import { emptyText } from '#web/chart/requested-range.ts';
import { Button } from '#web/kit/controls/button.tsx';
import toggle from '#web/kit/controls/toggle-button.module.css';
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
        onKeyDown={({ key, target, currentTarget }) => {
          // On a button of the chart, such as Cancel, Enter presses it.
          if (key === 'Enter' && enter && target === currentTarget) setAnnouncement(enter.run());
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
  const swapCount = useStore(session.state, ({ result }) => result?.swapCount);
  const empty = useStore(session.state, emptyText);
  const errorText = useErrorText(feed.error);
  if (feed.error !== undefined) {
    return (
      <div className={styles.status} role="alert">
        <span>{`Couldn't load swaps. ${errorText ?? ''}`}</span>{' '}
        <Button disappears onClick={() => session.retry()}>
          Retry
        </Button>
      </div>
    );
  }
  if (feed.isLoading) {
    return (
      <div className={styles.status} role="status">
        <span>{swapCount ? `Loading… ${formatCount(swapCount)} swaps` : 'Loading…'}</span>{' '}
        {swapCount ? (
          <Button disappears onClick={() => session.stopLoading()}>
            Stop
          </Button>
        ) : null}
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

interface RangeButtonsProps {
  readonly session: ChartSession | undefined;
  readonly range: ChartView['range'];
  readonly onChoose: (range: NamedRange) => void;
  /** Controls on the right. */
  readonly children?: ReactNode;
}

/** Ranges up to the newest swap and the attribution, below a chart. */
export function RangeButtons({ session, range, onChoose, children }: RangeButtonsProps) {
  return (
    <div className={styles.row}>
      <fieldset className={toggle.group}>
        <legend className="visually-hidden">Range</legend>
        {ranges.map((name) => (
          <RowButton
            key={name}
            isOn={range === name}
            // Selecting the range again resumes a stopped load.
            onPress={() => (range === name ? session?.resetRange() : onChoose(name))}
          >
            {name === 'all' ? 'All' : name}
          </RowButton>
        ))}
      </fieldset>
      {children ? <div className={toggle.group}>{children}</div> : null}
      {/* The license of the charting library requires it. */}
      <a
        className={styles.attribution}
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noopener noreferrer"
        title="Chart by TradingView Lightweight Charts"
      >
        Chart by TradingView
      </a>
    </div>
  );
}

interface RowButtonProps {
  readonly isOn: boolean;
  readonly title?: string;
  readonly onPress: () => void;
  readonly children: string;
}

/** A toggle in the row of ranges. */
function RowButton({ isOn, title, onPress, children }: RowButtonProps) {
  return (
    <button
      type="button"
      className={`${toggle.button} ${styles.button}`}
      title={title}
      aria-label={title}
      aria-pressed={isOn}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

/** Neither is on for the linear scale. */
const SCALES = [
  ['log', 'Log', 'Logarithmic scale'],
  ['percent', '%', 'Percent scale'],
] as const;

interface ScaleProps {
  readonly scale: ChartScale;
  readonly onChoose: (scale: ChartScale) => void;
}

/** Switches the scale of prices. */
export function ScaleToggles({ scale, onChoose }: ScaleProps) {
  return SCALES.map(([name, label, title]) => (
    <RowButton
      key={name}
      isOn={scale === name}
      title={title}
      onPress={() => onChoose(scale === name ? 'linear' : name)}
    >
      {label}
    </RowButton>
  ));
}
