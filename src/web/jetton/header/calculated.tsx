import { useQuery } from '@tanstack/react-query';
import { useAgoText, useServiceClock } from '#web/api/client/service-status.ts';
import { jettonStatistics } from '#web/api/queries/single-jetton.ts';
import { RelativeTime } from '#web/kit/display/formatted-values.tsx';

/** Values of one page are loaded a little apart. */
const SAME_TIME_MS = 120_000;

/** When a value was calculated. */
export function Calculated({ at }: { at: string }) {
  const now = useServiceClock();
  return (
    <span>
      calculated <RelativeTime time={at} now={now} /> {useAgoText()}
    </span>
  );
}

/** When a value was calculated, unless the price changes, which say so on every page of a jetton, were at the same time. */
export function CalculatedApart({ address, at }: { address: string; at: string }) {
  const { data } = useQuery(jettonStatistics(address));
  const changes = Object.values(data?.ton ?? {})[0] ?? Object.values(data?.usd ?? {})[0];
  const shown = changes?.calculatedAt;
  const isApart = shown === undefined || Math.abs(Date.parse(at) - Date.parse(shown)) > SAME_TIME_MS;
  return isApart ? <Calculated at={at} /> : null;
}
