import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { parseAddress } from '#contract/address.ts';
import { countNoun } from '#contract/format/format-numbers.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { isMissingEndpoint } from '#web/api/client/errors.ts';
import { useIsSnapshot } from '#web/api/client/service-status.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { type MarkedTrade, markedBars, TradeMarkers } from '#web/chart/trade-markers.ts';
import { useLiveUpdates } from '#web/kit/device/preferences.ts';
import { latestTradesOf } from './trade-queries.ts';

export interface TraderMarkersProps {
  /** The chart of the pool. */
  readonly session: ChartSession;
  /** Of the jetton. */
  readonly address: string;
  readonly poolAddress: string;
  /** User-friendly address. */
  readonly trader: string;
}

/** Marks the trades of a trader on the chart of a pool, and says how many there are. */
export function TraderMarkers({ session, address, poolAddress, trader }: TraderMarkersProps) {
  const isSnapshot = useIsSnapshot();
  const isLive = !useLiveUpdates((state) => state.isPaused) && !isSnapshot;
  const who = parseAddress(trader) ?? trader;
  const { data, error } = useQuery(latestTradesOf({ address, poolAddress }, who, isLive));
  const found = data?.trades;
  const trades = useMemo(
    () => found?.map(({ time, type }): MarkedTrade => ({ time: Date.parse(time), isBuy: type === 'TT_BUY' })),
    [found],
  );
  useEffect(() => {
    if (!trades) return undefined;
    const markers = new TradeMarkers(session, trades);
    return () => markers.remove();
  }, [session, trades]);
  const name = (
    <bdi title={trader} translate="no">
      {shortenAddress(trader)}
    </bdi>
  );
  if (trades)
    return (
      <Marked session={session} trades={trades} hasMore={data?.next !== undefined}>
        {name}
      </Marked>
    );
  return error && !isMissingEndpoint(error) ? <span>Could not load the trades of {name}</span> : null;
}

interface MarkedProps {
  readonly session: ChartSession;
  readonly trades: readonly MarkedTrade[];
  /** Whether the trader has older trades in the pool. */
  readonly hasMore: boolean;
  /** Name of the trader. */
  readonly children: ReactNode;
}

/** Says how many of the marked trades are visible. */
function Marked({ session, trades, hasMore, children }: MarkedProps) {
  const result = useStore(session.state, (state) => state.result);
  const visible = useStore(session.state, (state) => state.visible);
  const bars = useMemo(() => (result ? markedBars(result, trades) : []), [result, trades]);
  if (!result || !visible) return null;
  const shown = bars.filter(({ index }) => index >= visible.from && index <= visible.to);
  const buys = shown.reduce((sum, bar) => sum + bar.buys, 0);
  const sells = shown.reduce((sum, bar) => sum + bar.sells, 0);
  const count = buys + sells;
  return (
    <>
      <span>
        <span>{count === 0 ? 'No trades' : countNoun(count, 'trade')}</span> of {children} on the chart
      </span>
      {buys > 0 ? (
        <span className="up">
          <span aria-hidden="true">▲ </span>
          <span>{countNoun(buys, 'buy')}</span>
        </span>
      ) : null}
      {sells > 0 ? (
        <span className="down">
          <span aria-hidden="true">▼ </span>
          <span>{countNoun(sells, 'sell')}</span>
        </span>
      ) : null}
      {hasMore ? (
        <span>{`Only the latest ${countNoun(trades.length, 'trade')} in this pool are marked`}</span>
      ) : count < trades.length ? (
        <span>{`${countNoun(trades.length, 'trade')} in this pool`}</span>
      ) : null}
    </>
  );
}
