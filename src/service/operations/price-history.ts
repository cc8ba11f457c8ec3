import { amountFromDecimal } from '#contract/amount.ts';
import type { PriceTick } from '#contract/market.ts';
import type { InputOf, Operations, ResponseOf } from '#contract/operations.ts';
import { NotFoundError } from '#contract/request-errors.ts';
import type { Service } from '#service/config/context.ts';
import { readCursor, writeCursor } from '#service/store/cursor.ts';
import { isoFromMicroseconds } from '#service/store/timestamps.ts';
import { optionalAmount } from './optional.ts';
import { queryPriceTicks, type TickRow, tickCursorKeyTypes } from './price-ticks.ts';

/** Operation 15. */
export async function getJettonMarketPriceHistory(
  { store, clock }: Service,
  { limit, cursor, ...list }: InputOf<Operations['getJettonMarketPriceHistory']>,
): Promise<ResponseOf<Operations['getJettonMarketPriceHistory']>> {
  const after = readCursor(list, tickCursorKeyTypes, cursor);
  const rows = await queryPriceTicks(store.db, { ...list, limit: limit + 1 }, after, clock.now());
  if (!rows) throw new NotFoundError(list.poolAddress);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { items: page.map(tickOf), next: last && writeCursor(list, [last.timeKey, last.timeLt]) };
}

function tickOf({ counterpart, ton, usd, timeKey, timeLt }: TickRow): PriceTick {
  return {
    value: {
      counterpart: amountFromDecimal(counterpart),
      ton: optionalAmount(ton),
      usd: optionalAmount(usd),
    },
    time: isoFromMicroseconds(timeKey),
    timeLt,
  };
}
