/** The name and symbol of TON's native coin, whose address is `TON_ADDRESS` and whose currency code is `ton`. */
export interface NativeCoin {
  readonly name: string;
  readonly symbol: string;
}

/** The names since June 2026. Services replace them by the settings NATIVE_NAME and NATIVE_SYMBOL. */
export const defaultNativeCoin: NativeCoin = { name: 'Gram', symbol: 'GRAM' };

/** The names until June 2026, which traders and imitations still use. */
const formerNativeCoin: NativeCoin = { name: 'Toncoin', symbol: 'TON' };

/** Name of the meta tag that passes the coin's symbol (`content`) and name (`data-name`) from a service to its pages. */
export const NATIVE_COIN_TAG = 'native-coin';

/** The longest name and symbol, in characters. */
export const MAX_COIN_NAME = 32;
export const MAX_COIN_SYMBOL = 12;

/** Returns every current and former name and symbol of the coin, without duplicates. */
export function coinNames(coin: NativeCoin): readonly string[] {
  const coins = [coin, defaultNativeCoin, formerNativeCoin];
  return [...new Set(coins.flatMap(({ symbol, name }) => [symbol, name]))];
}

/** Returns the name with the former names, as in "Gram (formerly Toncoin, TON)". */
export function fullCoinName({ name, symbol }: NativeCoin): string {
  const former = [formerNativeCoin.name, formerNativeCoin.symbol].filter(
    (text) => text !== name && text !== symbol,
  );
  return former.length > 0 ? `${name} (formerly ${former.join(', ')})` : name;
}
