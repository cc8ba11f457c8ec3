import { TON_ADDRESS } from '#contract/address.ts';
import type { InputOf, Operations, ResponseOf } from '#contract/operations.ts';
import { NotFoundError } from '#contract/request-errors.ts';
import type { Service } from '#service/config/context.ts';
import { queryHolders } from './holders.ts';
import { queryJettonPrice, queryTonPrice } from './jetton-price.ts';
import { optional, optionalAmount } from './optional.ts';

/** Operation 10. */
export async function getJettonPrice(
  { store, clock }: Service,
  { address, currency }: InputOf<Operations['getJettonPrice']>,
): Promise<ResponseOf<Operations['getJettonPrice']>> {
  const now = clock.now();
  const isTon = address === TON_ADDRESS;
  const row = isTon
    ? await queryTonPrice(store.db, currency, now)
    : await queryJettonPrice(store.db, address, currency);
  if (!row) throw new NotFoundError(address);
  // TON always has a price of 1 TON, even without trades.
  const changedAt = row.changedAt ?? (isTon ? now.toISOString() : undefined);
  const entry = (decimal: string | null) => {
    const price = optionalAmount(decimal);
    return price && changedAt !== undefined ? { price, changedAt } : undefined;
  };
  return { ton: entry(row.ton), usd: entry(row.usd), currency: entry(row.currency) };
}

/** Operation 11. */
export async function getJettonHolders(
  { store }: Service,
  { address }: InputOf<Operations['getJettonHolders']>,
): Promise<ResponseOf<Operations['getJettonHolders']>> {
  const row = await queryHolders(store.db, address);
  if (!row) throw new NotFoundError(address);
  return { value: optional(row.value), changedAt: optional(row.changedAt) };
}
