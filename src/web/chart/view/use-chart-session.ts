import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Amount, numberFromAmount } from '#contract/amount.ts';
import { priceLabel } from '#contract/format/format-numbers.ts';
import { queue } from '#web/api/client/api-client.ts';
import { ServiceError } from '#web/api/client/errors.ts';
import { followPool, isStreaming, STREAMED_POLL_MS } from '#web/api/client/follow-pool.ts';
import { retryInterval } from '#web/api/client/query-client.ts';
import { useIsSnapshot } from '#web/api/client/service-status.ts';
import { OverlayLines } from '#web/chart/bars/overlay-lines.ts';
import { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView, MarketAddress, TimeSpan } from '#web/chart/chart-view.ts';
import { createMarketHistory } from '#web/chart/history/create-market-history.ts';
import { addOverlays } from '#web/chart/rendering/overlay-series.ts';
import { isEmptyHistory, type SessionState } from '#web/chart/requested-range.ts';
import { useColorPair } from '#web/kit/device/preferences.ts';
import { useResolvedTheme } from '#web/kit/device/theme.ts';

/** Delay before a moved chart updates the URL. */
const MOVE_DEBOUNCE_MS = 400;

/** Returns a function that calls `onMove` once a chart has not moved for a while, and one that discards its last move. */
export function useSettledMove(onMove: (span: TimeSpan) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const discard = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const report = (span: TimeSpan) => {
    discard();
    timer.current = setTimeout(() => onMove(span), MOVE_DEBOUNCE_MS);
  };
  return { report, discard };
}

/** Used instead of a session's state until it is open. */
const NO_SESSION = createStore<SessionState | undefined>()(() => undefined);

/** Opens a market's chart in the element with the ref `mount`, and closes it on unmount. */
export function useChartSession(
  { address, poolAddress }: MarketAddress,
  view: ChartView,
  onMove: (span: TimeSpan, moved: ChartSession) => void,
) {
  const [session, setSession] = useState<ChartSession>();
  const mount = useRef<HTMLDivElement>(null);
  const isSnapshot = useIsSnapshot();
  const latestView = useEffectEvent(() => view);
  const report = useEffectEvent(onMove);
  const hasFixedClock = useEffectEvent(() => isSnapshot);
  useEffect(() => {
    let polledAt = 0;
    let opened: ChartSession | undefined;
    const open = (element: HTMLElement) =>
      new ChartSession(element, latestView(), {
        history: createMarketHistory(address, poolAddress),
        overlays: { createLines: (listener) => new OverlayLines(listener), addSeries: addOverlays },
        onMove: (span) => {
          if (opened) report(span, opened);
        },
        isLive: () => {
          const now = performance.now();
          const isDue = !isStreaming() || now - polledAt >= STREAMED_POLL_MS;
          if (hasFixedClock() || !isDue) return false;
          polledAt = now;
          return true;
        },
      });
    // In a task of its own, because creating a chart takes as long as rendering the page.
    const timer = setTimeout(() => {
      if (mount.current) opened = open(mount.current);
      setSession(opened);
    });
    const stopRetries = queue.onReconnect(() => opened && retryAfterOutage(opened));
    return () => {
      clearTimeout(timer);
      stopRetries();
      setSession(undefined);
      opened?.close();
    };
  }, [address, poolAddress]);
  useEffect(() => {
    if (!session || isSnapshot) return undefined;
    return followPool(poolAddress, () => session.loadNewer());
  }, [session, isSnapshot, poolAddress]);
  useEffect(() => session && retryWhenAvailable(session), [session]);
  useEffect(() => {
    session?.setView(view);
  }, [session, view]);
  const theme = useResolvedTheme();
  const { pair } = useColorPair();
  const colored = useRef<ChartSession>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors depend on them
  useEffect(() => {
    // A new session has the present colors.
    if (colored.current === session) session?.updateColors();
    colored.current = session;
  }, [session, theme, pair]);
  return { session, mount };
}

/** Loads again what failed without a response of the service, such as the code that builds bars. */
export function retryAfterOutage(session: ChartSession): void {
  const hadNoResponse = (error: Error | undefined) => error !== undefined && !(error instanceof ServiceError);
  const { feed, overlayErrors } = session.state.getState();
  if (hadNoResponse(feed.error)) session.retry();
  for (const [key, error] of overlayErrors) if (hadNoResponse(error)) session.retryOverlay(key);
}

/** Loads again what failed because of an error of the service, after the delay of queries. Returns what ends it. */
function retryWhenAvailable(session: ChartSession): () => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const schedule = (key: string, error: Error | undefined, retry: () => void) => {
    clearTimeout(timers.get(key));
    const delay = retryInterval(error ?? null);
    if (delay !== undefined) timers.set(key, setTimeout(retry, delay));
  };
  const update = ({ feed, overlayErrors }: SessionState, previous?: SessionState) => {
    if (feed.error !== previous?.feed.error) schedule('', feed.error, () => session.retry());
    if (overlayErrors === previous?.overlayErrors) return;
    for (const [key, error] of overlayErrors) schedule(key, error, () => session.retryOverlay(key));
  };
  update(session.state.getState());
  const unsubscribe = session.state.subscribe(update);
  return () => {
    unsubscribe();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}

/** Returns whether a chart has nothing to show, so that it should take little space. */
export function useIsEmptyChart(session: ChartSession | undefined): boolean {
  return useStore(session?.state ?? NO_SESSION, (state) => state !== undefined && isEmptyHistory(state));
}

/**
 * Marks the current price on the chart's axis, in the unit of its bars. Returns its text if it differs from the newest
 * bar, which has the exchange rate of its last swap. `factor`: the chart shows this many times the price.
 */
export function useCurrentPrice(
  session: ChartSession | undefined,
  price: Amount | undefined,
  factor = 1,
): string | undefined {
  const current = price && numberFromAmount(price) * factor;
  useEffect(() => session?.chart.setCurrentPrice(current), [session, current]);
  const newest = useStore(session?.state ?? NO_SESSION, (state) => state?.result?.bars.close.at(-1));
  if (current === undefined || newest === undefined) return undefined;
  const text = priceLabel(current);
  return text === priceLabel(newest) ? undefined : text;
}
