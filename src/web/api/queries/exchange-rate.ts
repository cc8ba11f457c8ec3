import { queryOptions, useQuery } from '@tanstack/react-query';
import { TON_ADDRESS } from '#contract/address.ts';
import { numberFromAmount } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import { operations, type ResponseOf } from '#contract/operations.ts';
import { service } from '#web/api/client/api-client.ts';
import type { ExchangeRate } from '#web/money/amounts.ts';

const PRICE_INTERVAL_MS = 15_000;

/** Operation 10. */
export function jettonPrice(address: string, currency: Currency) {
  const input = { address, currency };
  return queryOptions({
    queryKey: [operations.getJettonPrice.name, input],
    queryFn: ({ signal }) => service.call(operations.getJettonPrice, input, { signal }),
    refetchInterval: PRICE_INTERVAL_MS,
  });
}

// Filters in the selected currency change with the rate, so it must not change often.
const INTERVAL_MS = 300_000;

/**
 * Returns the exchange rate of a currency, from the price of the native coin in it and in USD. Null for USD itself and if
 * the service has no rate; undefined while loading.
 */
export function useExchangeRate(currency: Currency): ExchangeRate | null | undefined {
  const { data, isError } = useQuery({
    ...jettonPrice(TON_ADDRESS, currency),
    select: (response) => rateOf(currency, response),
    enabled: currency !== 'usd',
    staleTime: INTERVAL_MS,
    refetchInterval: INTERVAL_MS,
  });
  return data === undefined && (isError || currency === 'usd') ? null : data;
}

function rateOf(
  currency: Currency,
  { currency: inCurrency, usd }: ResponseOf<(typeof operations)['getJettonPrice']>,
): ExchangeRate | null {
  const [price, priceUsd] = [inCurrency?.price, usd?.price];
  const isPositive = price && priceUsd && numberFromAmount(price) > 0 && numberFromAmount(priceUsd) > 0;
  return isPositive ? { currency, price, priceUsd } : null;
}
