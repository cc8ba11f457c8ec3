import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ChartNavigation, KEYBOARD_HINT } from '#web/chart/chart-navigation.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import styles from './chart-area.module.css';

interface Props {
  readonly session: ChartSession | undefined;
  readonly label: string;
  readonly children: ReactNode;
}

/** The chart as one thing to the keyboard; the bar that it is led to is spoken. */
export function ChartArea({ session, label, children }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    if (!area.current || !session) return undefined;
    const keys = new ChartNavigation(area.current, session, setSpoken);
    return () => keys.detach();
  }, [session]);
  return (
    <>
      <div
        ref={area}
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}. ${KEYBOARD_HINT}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
        tabIndex={0}
        className={styles.chart}
      >
        {children}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
    </>
  );
}
