import { useQuery } from '@tanstack/react-query';
import { useAgoText, useServiceClock } from '#web/api/client/service-status.ts';
import type { PriceChanges } from '#web/api/decoding/decode-activity.ts';
import { jettonStatistics } from '#web/api/queries/single-jetton.ts';
import { RelativeTime } from '#web/kit/display/formatted-values.tsx';

/** Values of one page are loaded a little apart. */
const SAME_TIME_MS = 120_000;

/** Returns when price changes were calculated. */
export function calculationTime(ton: PriceChanges = {}, usd: PriceChanges = {}): string | undefined {
  return Object.values(ton)[0]?.calculatedAt ?? Object.values(usd)[0]?.calculatedAt;
}

/** When a value was calculated. */
export function Calculated({ at }: { at: string }) {
  const now = useServiceClock();
  return (
    <span>
      calculated <RelativeTime time={at} now={now} /> <span>{useAgoText()}</span>
    </span>
  );
}

interface CalculatedApartProps {
  readonly address: string;
  readonly at: string | undefined;
  readonly className: string | undefined;
}

/** When a value was calculated, unless the price changes, which say so on every page of a jetton, were at the same time. */
export function CalculatedApart({ address, at, className }: CalculatedApartProps) {
  const { data } = useQuery(jettonStatistics(address));
  if (at === undefined) return null;
  const shown = calculationTime(data?.ton, data?.usd);
  if (shown !== undefined && Math.abs(Date.parse(at) - Date.parse(shown)) <= SAME_TIME_MS) return null;
  return (
    <p className={className}>
      <Calculated at={at} />
    </p>
  );
}
