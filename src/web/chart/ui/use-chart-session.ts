import { useEffect, useRef, useState } from 'react';
import { createTickFetcher } from '#web/api/queries/ticks.ts';
import { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView, TimeSpan } from '#web/chart/chart-view.ts';
import { useColorPair } from '#web/state/color-pair.ts';
import { useResolvedTheme } from '#web/state/resolved-theme.ts';

interface Market {
  readonly address: string;
  readonly poolAddress: string;
}

/** Opens the chart of a market in the element that gets `mount`, and closes it with the page. */
export function useChartSession(
  { address, poolAddress }: Market,
  view: ChartView,
  onMoved: (span: TimeSpan) => void,
) {
  const [session, setSession] = useState<ChartSession>();
  const mount = useRef<HTMLDivElement>(null);
  const latest = useRef({ view, onMoved });
  useEffect(() => {
    latest.current = { view, onMoved };
  });
  useEffect(() => {
    if (!mount.current) return undefined;
    const opened = new ChartSession(mount.current, latest.current.view, {
      ask: createTickFetcher(address, poolAddress),
      onMoved: (span) => latest.current.onMoved(span),
    });
    setSession(opened);
    return () => {
      setSession(undefined);
      opened.close();
    };
  }, [address, poolAddress]);
  useEffect(() => {
    session?.look(view);
  }, [session, view]);
  const theme = useResolvedTheme();
  const { pair } = useColorPair();
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when the colours are others
  useEffect(() => session?.updateColours(), [session, theme, pair]);
  return { session, mount };
}
