import { queryOptions } from '@tanstack/react-query';
import { toUserFriendly } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import type { Currency, FiatCurrency } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import type { PriceChanges } from '#web/api/decoding/activity.ts';
import { type BuySellPeriods, decodeBuySellPeriods } from '#web/api/decoding/buy-sell-periods.ts';
import { decodePriceChanges } from '#web/api/decoding/decode-activity.ts';
import { decodeByAddress } from '#web/api/decoding/decode-page.ts';
import { asAmount, asFields, asIntegerText } from '#web/api/decoding/fields.ts';
import { service } from '#web/api/transport/service.ts';
import { fetchMoney, fetchTrust } from './requests.ts';

const SOON = 15_000;
/** Numbers over periods move slowly. */
const LATER = 60_000;

/** Operation 10. */
export function jettonPrice(address: string, currency: Currency) {
  const input = { address, currency };
  return queryOptions({
    queryKey: [operations.getJettonPrice.name, input],
    queryFn: ({ signal }) => service.call(operations.getJettonPrice, input, { signal }),
    refetchInterval: SOON,
  });
}

/** Operation 11. */
export function jettonHolders(address: string) {
  return queryOptions({
    queryKey: [operations.getJettonHolders.name, address],
    queryFn: ({ signal }) => service.call(operations.getJettonHolders, { address }, { signal }),
    refetchInterval: LATER,
  });
}

/** Operation 3; null where the service says nothing about the jetton. */
export function jettonMoney(address: string, currency: Currency) {
  return queryOptions({
    queryKey: [operations.getJettonMetricsList.name, 'one', { address, currency }],
    queryFn: async ({ signal }) => {
      const found = await fetchMoney([address], currency, { signal, priority: 'metrics' });
      return found.get(address) ?? null;
    },
    refetchInterval: LATER,
  });
}

/** Operation 2. */
export function jettonTrust(address: string) {
  return queryOptions({
    queryKey: [operations.getJettonTrustScoreList.name, 'one', address],
    queryFn: async ({ signal }) => {
      const found = await fetchTrust([address], { signal, priority: 'statistics' });
      return found.get(address) ?? null;
    },
    refetchInterval: LATER,
  });
}

export interface Statistics {
  readonly ton: PriceChanges;
  readonly usd: PriceChanges;
  readonly traders: BuySellPeriods<string>;
}

/** Operation 5. */
export function jettonStatistics(address: string) {
  const input = { address: [toUserFriendly(address)], limit: 1 };
  return queryOptions({
    queryKey: [operations.getJettonStatisticsListByQuery.name, address],
    queryFn: async ({ signal }) => {
      const read = (body: unknown) => decodeByAddress(body, readStatistics).get(address) ?? null;
      const options = { signal, priority: 'statistics' } as const;
      return service.callAndDecode(operations.getJettonStatisticsListByQuery, input, read, options);
    },
    refetchInterval: LATER,
  });
}

function readStatistics(item: unknown): Statistics {
  const { priceChange, traders, tradersBuy, tradersSell } = asFields(item);
  const { ton, usd } = asFields(priceChange);
  return {
    ton: decodePriceChanges(ton),
    usd: decodePriceChanges(usd),
    traders: decodeBuySellPeriods({ total: traders, buy: tradersBuy, sell: tradersSell }, asIntegerText),
  };
}

/** Operation 6. */
export function priceChanges(address: string, currency: Currency) {
  const input = { address: [address], currency };
  return queryOptions({
    queryKey: [operations.getPriceChangeList.name, input],
    queryFn: ({ signal }) => {
      const read = (body: unknown) => changesOf(body, address, decodePriceChanges);
      return service.callAndDecode(operations.getPriceChangeList, input, read, {
        signal,
        priority: 'statistics',
      });
    },
    refetchInterval: LATER,
  });
}

/** Operation 7. */
export function transactionChanges(address: string) {
  const input = { address: [address] };
  return queryOptions({
    queryKey: [operations.getTransactionsNumberChangeList.name, input],
    queryFn: ({ signal }): Promise<BuySellPeriods<string> | null> => {
      const read = (body: unknown) =>
        changesOf(body, address, (changes) => decodeBuySellPeriods(sidesOf(changes), asIntegerText));
      const options = { signal, priority: 'statistics' } as const;
      return service.callAndDecode(operations.getTransactionsNumberChangeList, input, read, options);
    },
    refetchInterval: LATER,
  });
}

/** Operation 9. */
export function volumeChanges(address: string, currency: FiatCurrency) {
  const input = { address: [address], currency };
  return queryOptions({
    queryKey: [operations.getTradingVolumeChangeList.name, input],
    queryFn: ({ signal }): Promise<BuySellPeriods<Amount> | null> => {
      const read = (body: unknown) =>
        changesOf(body, address, (changes) => decodeBuySellPeriods(sidesOf(changes), asAmount));
      const options = { signal, priority: 'statistics' } as const;
      return service.callAndDecode(operations.getTradingVolumeChangeList, input, read, options);
    },
    refetchInterval: LATER,
  });
}

function sidesOf(changes: unknown) {
  const { total, buy, sell } = asFields(changes);
  return { total, buy, sell };
}

/** Null where the service says nothing about the jetton. */
function changesOf<Changes>(body: unknown, address: string, read: (changes: unknown) => Changes) {
  return decodeByAddress(body, (item) => read(asFields(item).changes)).get(address) ?? null;
}
