import { parseAddress, toUserFriendly } from '#contract/address.ts';

/** What a link to a jetton carries: the pool of the market whose ticks are open. */
export interface JettonSearch {
  readonly market?: string;
}

/** Any spelling of an address; anything else reads as absent. */
export function jettonSearch({ market }: { readonly [key: string]: unknown }): JettonSearch {
  const raw = typeof market === 'string' ? parseAddress(market) : undefined;
  return raw === undefined ? {} : { market: toUserFriendly(raw) };
}
