import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { numberFromAmount } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import type { Market } from '#contract/market.ts';
import { isNotFound } from '#web/api/client/errors.ts';
import type { Identities } from '#web/api/decoding/identities.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';
import { jettonMarkets, marketOfPool } from '#web/api/queries/markets.ts';
import { baseUnitOf } from '#web/money/currencies.ts';
import { type ConversionRate, type PoolModel, poolModel } from './pool-model.ts';

interface PoolModels {
  /** Deepest first. Undefined while loading. */
  readonly pools: readonly PoolModel[] | undefined;
  readonly identities: Identities;
  /** The requested currency, or USD while its rate is unknown. */
  readonly currency: Currency;
  /** Value of 1 USD in the currency. Undefined if the rate is unknown. */
  readonly usdRate: number | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** Returns models of the loaded pools of a jetton, always including the pool at `poolAddress`. */
export function usePoolModels(
  address: string,
  poolAddress: string | undefined,
  requested: Currency,
): PoolModels {
  const list = useInfiniteQuery(jettonMarkets(address));
  const own = useQuery({
    ...marketOfPool(address, poolAddress ?? address),
    enabled: poolAddress !== undefined,
  });
  const { currency, rate } = useCurrencyRate(address, requested);
  const pages = list.data?.pages ?? [];
  const listed = pages.flatMap(({ markets }) => markets);
  // The pool's own record is newer.
  const market = own.data?.market;
  const isListed = listed.some((one) => one.poolAddress === poolAddress);
  const markets = market
    ? isListed
      ? listed.map((one) => (one.poolAddress === poolAddress ? market : one))
      : [market, ...listed]
    : listed;
  const { counterpart } = own.data ?? {};
  const identities: Identities = new Map([
    ...pages.flatMap((page) => [...page.identities]),
    ...(counterpart ? [[counterpart.address, counterpart] as const] : []),
  ]);
  const hasNone = isNotFound(list.error);
  const isLoaded = list.data !== undefined || market !== undefined || hasNone;
  return {
    pools: isLoaded ? markets.map((one) => poolModel(one, baseUnitOf(currency), rate)) : undefined,
    identities,
    currency,
    usdRate: usdRateOf(currency, rate, markets),
    error: isLoaded ? null : list.error,
    refetch: () => void list.refetch(),
  };
}

/** Returns the rate from USD. Falls back to USD while the rate is unknown. */
function useCurrencyRate(
  address: string,
  currency: Currency,
): { readonly currency: Currency; readonly rate?: ConversionRate } {
  const isConverted = currency !== 'usd' && currency !== 'ton';
  const { data } = useQuery({ ...jettonPrice(address, currency), enabled: isConverted });
  if (!isConverted) return { currency };
  if (!data?.currency || !data.usd) return { currency: 'usd' };
  return { currency, rate: { numerator: data.currency.price, denominator: data.usd.price } };
}

function usdRateOf(
  currency: Currency,
  rate: ConversionRate | undefined,
  markets: readonly Market[],
): number | undefined {
  if (currency === 'usd') return 1;
  const price = markets.find(({ price: { ton, usd } }) => ton && usd)?.price;
  const pair = currency === 'ton' ? [price?.ton, price?.usd] : [rate?.numerator, rate?.denominator];
  const [value = Number.NaN, usd = Number.NaN] = pair.map((one) => one && numberFromAmount(one));
  return value / usd > 0 && Number.isFinite(value / usd) ? value / usd : undefined;
}
