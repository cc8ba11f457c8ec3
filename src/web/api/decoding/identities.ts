import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import type { ShortJettonMeta } from '#contract/jetton.ts';
import type { Market } from '#contract/market.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { type JettonIdentity, jettonIdentity } from './decode-jetton.ts';

/** Identities by raw address. */
export type Identities = ReadonlyMap<string, JettonIdentity>;

/** Returns the identities of the jettons that a response describes. */
export function identitiesOf(
  jettons: Readonly<Record<string, ShortJettonMeta>>,
  trustedOrigins: readonly string[],
): Identities {
  return new Map(
    Object.values(jettons).map((meta) => [meta.address, jettonIdentity(meta, meta.image, trustedOrigins)]),
  );
}

/** Returns the symbol of a pool's quote, whose identity is undefined for the coin and if it is unknown. */
export function quoteSymbolOf(address: string, identity: JettonIdentity | undefined): string {
  return symbolOf(address, new Map(identity ? [[address, identity]] : []));
}

/** A market's counterpart: undefined for the coin, and if the service does not describe it. */
export interface Quote {
  readonly quote: JettonIdentity | undefined;
  readonly quoteSymbol: string;
}

/** Returns the counterpart of a market from its description in a response, without its image. */
export function quoteOf({ counterpart: address }: Market, counterpart: ShortJettonMeta | undefined): Quote {
  const isJetton = counterpart !== undefined && counterpart.address !== TON_ADDRESS;
  const quote = isJetton ? jettonIdentity(counterpart, undefined, []) : undefined;
  return { quote, quoteSymbol: quoteSymbolOf(address, quote) };
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
