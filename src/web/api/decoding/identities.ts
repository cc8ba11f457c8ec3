import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import type { Market } from '#contract/market.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
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

/** Returns a name that distinguishes a market from the jetton's other ones: "GRAM on stonfi". */
export function marketName({ counterpart, exchangeId }: Market, identities: Identities): string {
  return `${symbolOf(counterpart, identities)} on ${exchangeName(exchangeId)}`;
}
