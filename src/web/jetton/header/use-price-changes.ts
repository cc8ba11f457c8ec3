import { useQuery } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import type { PriceChanges } from '#web/api/decoding/decode-activity.ts';
import { jettonStatistics, priceChanges } from '#web/api/queries/single-jetton.ts';

/** Price changes in one currency. */
export interface ChangeSeries {
  readonly unit: Currency;
  readonly changes: PriceChanges | undefined;
  readonly isLoaded: boolean;
}

/**
 * Returns the price changes in the native coin and in USD (operation 5) and, as the last series, in another selected
 * currency (operation 6), with the queries that they are from.
 */
export function usePriceChanges(address: string, currency: Currency) {
  const needsConversion = currency !== 'ton' && currency !== 'usd';
  const statistics = useQuery(jettonStatistics(address));
  const converted = useQuery({ ...priceChanges(address, currency), enabled: needsConversion });
  const { data, isPending } = statistics;
  const series: ChangeSeries[] = [
    { unit: 'ton', changes: data?.ton, isLoaded: !isPending },
    { unit: 'usd', changes: data?.usd, isLoaded: !isPending },
    ...(needsConversion
      ? [{ unit: currency, changes: converted.data ?? undefined, isLoaded: !converted.isPending }]
      : []),
  ];
  return { series, statistics, converted: needsConversion ? converted : undefined };
}
