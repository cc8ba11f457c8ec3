import type { QueryClient } from '@tanstack/react-query';
import { TON_ADDRESS } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import { jettonPrice } from '#web/api/queries/exchange-rate.ts';

/** Caches prices of the native coin: 2 USD, and a price in the currency. */
export function fillExchangeRate(client: QueryClient, currency: Currency, price: string): void {
  const at = (text: string) => ({ price: amountFromDecimal(text), changedAt: '2026-01-29T07:50:00Z' });
  const prices = { ton: at('1'), usd: at('2'), currency: at(price) };
  client.setQueryData(jettonPrice(TON_ADDRESS, currency).queryKey, prices);
}
