import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { priceLabel } from '#contract/format/format-numbers.ts';
import { getJettonMarketVolumeProfile } from '#contract/volume-profile.ts';
import { service } from '#web/api/client/api-client.ts';
import { callExtension } from '#web/api/client/call-extension.ts';
import { asFields } from '#web/api/client/fields.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import {
  type ExactProfile,
  PROFILE_ROWS,
  type ProfileRange,
  profileRange,
  VolumeProfilePrimitive,
  visibleProfile,
} from '#web/chart/volume-profile.ts';
import styles from './chart-area.module.css';

interface Market {
  readonly address: string;
  readonly poolAddress: string;
}

interface Props extends Market {
  readonly session: ChartSession;
  readonly view: ChartView;
  /** Prices are market caps of this supply. Undefined: they are prices. */
  readonly supply?: number | undefined;
}

/** Shows the volume profile of the visible bars on a chart, and in its legend where most was traded. */
export function ChartProfile({ session, view, supply = 1, address, poolAddress }: Props) {
  useStore(session.state, (state) => state.result);
  useStore(session.state, (state) => state.visible);
  const exact = useExactProfile({ address, poolAddress }, profileRange(session, view), supply);
  useEffect(() => {
    const primitive = new VolumeProfilePrimitive(session, view, exact);
    return () => primitive.remove();
  }, [session, view, exact]);
  const profile = visibleProfile(session, view, exact);
  if (!profile) return null;
  const { rows, peak, valueArea, countsSwaps, isEstimate } = profile;
  const [peakRow, first, last] = [rows[peak], rows[valueArea[0]], rows[valueArea[1]]];
  if (!peakRow || !first || !last) return null;
  const label = (price: number) => <b className={styles.value}>{priceLabel(price, 4)}</b>;
  return (
    <span title={isEstimate ? `${HINT} ${ESTIMATE_HINT}` : HINT}>
      {countsSwaps ? 'Most swaps' : 'Most volume'} at {label((peakRow.from + peakRow.to) / 2)} · 70% in{' '}
      {label(first.from)}–{label(last.to)}
      {/* Hidden instead of removed, so that what follows stays in place. */}
      <span style={isEstimate ? undefined : { visibility: 'hidden' }}> (estimate)</span>
    </span>
  );
}

const HINT =
  'Price with the highest volume, and the range around it with 70% of the volume of the visible candles.';
const ESTIMATE_HINT = 'Estimated: the volume of a candle is spread from its low to its high.';

/** For how long the chart must not move before the exact rows of a range are requested. */
const SETTLE_MS = 400;
/** Between requests of a chart, also one whose range moves with every swap. */
const REQUEST_MS = 2_000;
/** Between requests for newer swaps of the same range. Browsers may reuse a response of the service for ten seconds. */
const RENEWAL_MS = 12_000;
/** Share of the time that the service may spend on one chart. */
const MAX_LOAD = 0.05;

/** Whether the service lists the operation. */
const isListed = queryOptions({
  queryKey: ['is listed', getJettonMarketVolumeProfile.name],
  queryFn: async ({ signal }) => {
    const { paths } = asFields(await service.fetchOpenApi(signal));
    return getJettonMarketVolumeProfile.path in asFields(paths);
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Requests the exact rows of a range that has settled. Until they arrive, returns those of the previous range. */
function useExactProfile(
  market: Market,
  range: ProfileRange | undefined,
  supply: number,
): ExactProfile | undefined {
  const [renewalMs, setRenewalMs] = useState(RENEWAL_MS);
  const settled = useSettled(range, renewalMs);
  const { data: isAvailable = false } = useQuery(isListed);
  const { data } = useQuery({
    queryKey: [getJettonMarketVolumeProfile.name, market, settled, supply],
    queryFn: async ({ signal }): Promise<ExactProfile | null> => {
      if (!settled) return null;
      const { from, to, unit, low, high, division } = settled;
      const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const prices = { low: low / supply, high: high / supply };
      const input = { ...market, ...times, ...prices, unit, rows: PROFILE_ROWS, division };
      const started = performance.now();
      const options = { signal, priority: 'statistics' } as const;
      const exact = await callExtension(getJettonMarketVolumeProfile, input, options);
      setRenewalMs(Math.max(RENEWAL_MS, (performance.now() - started) / MAX_LOAD));
      return { range: settled, rows: exact.rows, supply };
    },
    enabled: isAvailable && settled !== undefined,
    placeholderData: keepPreviousData,
  });
  return data ?? undefined;
}

/** Returns the range as of when it last stayed the same for a while. New swaps at its end do not change it more often. */
function useSettled(range: ProfileRange | undefined, renewalMs: number): ProfileRange | undefined {
  const [settled, setSettled] = useState<ProfileRange>();
  const settledAt = useRef(Number.NEGATIVE_INFINITY);
  const latest = useEffectEvent(() => range);
  const key = keyOf(range);
  useEffect(() => {
    if (key === keyOf(settled)) return undefined;
    const isRenewal = keyOf(latest(), false) === keyOf(settled, false);
    const due = settledAt.current + (isRenewal ? renewalMs : REQUEST_MS);
    const timer = setTimeout(
      () => {
        settledAt.current = performance.now();
        setSettled(latest());
      },
      Math.max(SETTLE_MS, due - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [key, settled, renewalMs]);
  return settled;
}

function keyOf(range: ProfileRange | undefined, withSwaps = true): string | undefined {
  return range && JSON.stringify(withSwaps ? range : { ...range, newestSwaps: 0 });
}
