import { queryOptions } from '@tanstack/react-query';
import { toUserFriendly } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import type { Currency, FiatCurrency } from '#contract/enums.ts';
import type { TopHolders } from '#contract/holders.ts';
import { operations } from '#contract/operations.ts';
import type { MissingRange } from '#contract/period-sets.ts';
import { sanitizeText } from '#contract/text.ts';
import { service } from '#web/api/client/api-client.ts';
import { callExtension } from '#web/api/client/call-extension.ts';
import { asAmount, asFields, asIntegerText } from '#web/api/client/fields.ts';
import {
  type Activity,
  type BuySellPeriods,
  decodeBuySellPeriods,
  decodeMoves,
  decodePriceChanges,
  type PriceChanges,
} from '#web/api/decoding/decode-activity.ts';
import { decodeByAddress, decodeMissing } from '#web/api/decoding/decode-jetton.ts';
import { fetchTrust, fetchValuations } from './list-requests.ts';

// Values over periods change slowly.
const STATISTICS_INTERVAL_MS = 60_000;

/** Operation 11. */
export function jettonHolders(address: string) {
  return queryOptions({
    queryKey: [operations.getJettonHolders.name, address],
    queryFn: ({ signal }) => service.call(operations.getJettonHolders, { address }, { signal }),
    refetchInterval: STATISTICS_INTERVAL_MS,
  });
}

const HOLDERS_STALE_MS = 300_000;

/** Query for the largest holders of a jetton. Their names are those of a source, and sanitized. */
export function topHolders(address: string) {
  return queryOptions({
    queryKey: ['getJettonTopHolders', address],
    queryFn: async ({ signal }): Promise<TopHolders> => {
      // The page is shown before its schema is loaded.
      const { getJettonTopHolders } = await import('#contract/holders.ts');
      const options = { signal, priority: 'statistics' } as const;
      const { holders, ...snapshot } = await callExtension(getJettonTopHolders, { address }, options);
      const named = holders.map(({ name, ...holder }) => ({
        ...holder,
        name: name === undefined ? undefined : sanitizeText(name),
      }));
      return { ...snapshot, holders: named };
    },
    staleTime: HOLDERS_STALE_MS,
    retry: false,
  });
}

/** Operation 3. Null if the service has no metrics of the jetton. */
export function jettonValuation(address: string, currency: Currency) {
  return queryOptions({
    queryKey: [operations.getJettonMetricsList.name, 'one', { address, currency }],
    queryFn: async ({ signal }) => {
      const byAddress = await fetchValuations([address], currency, { signal, priority: 'valuations' });
      return byAddress.get(address) ?? null;
    },
    refetchInterval: STATISTICS_INTERVAL_MS,
  });
}

/** Operation 2. */
export function jettonTrust(address: string) {
  return queryOptions({
    queryKey: [operations.getJettonTrustScoreList.name, 'one', address],
    queryFn: async ({ signal }) => {
      const byAddress = await fetchTrust([address], { signal, priority: 'statistics' });
      return byAddress.get(address) ?? null;
    },
    refetchInterval: STATISTICS_INTERVAL_MS,
  });
}

export interface Statistics {
  readonly ton: PriceChanges;
  readonly usd: PriceChanges;
  readonly moves?: Activity['moves'];
  readonly traders: BuySellPeriods<string>;
  readonly missing?: readonly MissingRange[];
}

/** Operation 5. */
export function jettonStatistics(address: string) {
  const input = { address: [toUserFriendly(address)], limit: 1 };
  return queryOptions({
    queryKey: [operations.getJettonStatisticsListByQuery.name, address],
    queryFn: async ({ signal }) => {
      const decode = (body: unknown) => decodeByAddress(body, decodeStatistics).get(address) ?? null;
      const options = { signal, priority: 'statistics' } as const;
      return service.callAndDecode(operations.getJettonStatisticsListByQuery, input, decode, options);
    },
    refetchInterval: STATISTICS_INTERVAL_MS,
  });
}

function decodeStatistics(item: unknown): Statistics {
  const { priceChange, moves, traders, tradersBuy, tradersSell, missing } = asFields(item);
  const { ton, usd } = asFields(priceChange);
  return {
    ton: decodePriceChanges(ton),
    usd: decodePriceChanges(usd),
    moves: decodeMoves(moves),
    traders: decodeBuySellPeriods({ total: traders, buy: tradersBuy, sell: tradersSell }, asIntegerText),
    missing: decodeMissing(missing),
  };
}

/** Operation 6. */
export function priceChanges(address: string, currency: Currency) {
  const input = { address: [address], currency };
  return queryOptions({
    queryKey: [operations.getPriceChangeList.name, input],
    queryFn: ({ signal }) => {
      const decode = (body: unknown) => changesOf(body, address, decodePriceChanges);
      return service.callAndDecode(operations.getPriceChangeList, input, decode, {
        signal,
        priority: 'statistics',
      });
    },
    refetchInterval: STATISTICS_INTERVAL_MS,
  });
}

/** Operation 7. */
export function transactionChanges(address: string) {
  const input = { address: [address] };
  return queryOptions({
    queryKey: [operations.getTransactionsNumberChangeList.name, input],
    queryFn: ({ signal }): Promise<BuySellPeriods<string> | null> => {
      const decode = (body: unknown) =>
        changesOf(body, address, (changes) => decodeBuySellPeriods(sidesOf(changes), asIntegerText));
      const options = { signal, priority: 'statistics' } as const;
      return service.callAndDecode(operations.getTransactionsNumberChangeList, input, decode, options);
    },
    refetchInterval: STATISTICS_INTERVAL_MS,
  });
}

/** Operation 9. */
export function volumeChanges(address: string, currency: FiatCurrency) {
  const input = { address: [address], currency };
  return queryOptions({
    queryKey: [operations.getTradingVolumeChangeList.name, input],
    queryFn: ({ signal }): Promise<BuySellPeriods<Amount> | null> => {
      const decode = (body: unknown) =>
        changesOf(body, address, (changes) => decodeBuySellPeriods(sidesOf(changes), asAmount));
      const options = { signal, priority: 'statistics' } as const;
      return service.callAndDecode(operations.getTradingVolumeChangeList, input, decode, options);
    },
    refetchInterval: STATISTICS_INTERVAL_MS,
  });
}

function sidesOf(changes: unknown) {
  const { total, buy, sell } = asFields(changes);
  return { total, buy, sell };
}

/** Returns null if the response has no item for the jetton. */
function changesOf<Changes>(body: unknown, address: string, decode: (changes: unknown) => Changes) {
  return decodeByAddress(body, (item) => decode(asFields(item).changes)).get(address) ?? null;
}
