import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import { nativeCoin } from '#web/lib/native-coin.ts';
import type { JettonIdentity } from './decode-jetton.ts';

/** Identities by raw address. */
export type Identities = ReadonlyMap<string, JettonIdentity>;

/** Returns the symbol of a pool's quote, whose identity is undefined for the coin and if it is unknown. */
export function quoteSymbolOf(address: string, identity: JettonIdentity | undefined): string {
  return symbolOf(address, new Map(identity ? [[address, identity]] : []));
}

/** Returns the symbol of a jetton, or its shortened address if the symbol is unknown. */
export function symbolOf(address: string, identities: Identities): string {
  const symbol = address === TON_ADDRESS ? nativeCoin.symbol : identities.get(address)?.symbol;
  return symbol ?? shortenAddress(toUserFriendly(address));
}
