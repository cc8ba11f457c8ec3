import { coinNames, defaultNativeCoin, NATIVE_COIN_TAG, type NativeCoin } from '#contract/native-coin.ts';
import { foldText } from '#contract/text.ts';

/**
 * The name and symbol of the native coin on this page: those of the service that serves the page, otherwise the defaults.
 * Names in responses are ignored, because other services may still use former ones, and a page has one unit.
 */
export const nativeCoin: NativeCoin = readNativeCoin();

/** Returns every current and former name and symbol of the coin in folded case, as users may type them. */
export function foldedCoinNames(): readonly string[] {
  return coinNames(nativeCoin).map(foldText);
}

function readNativeCoin(): NativeCoin {
  const tag = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${NATIVE_COIN_TAG}"]`);
  const { name, symbol } = defaultNativeCoin;
  return { name: tag?.dataset.name || name, symbol: tag?.content || symbol };
}

/** Returns the unit of a currency as part of names of fields and files: in lower case, only letters and digits. */
export function unitKey(currency: string): string {
  return currencyUnit(currency)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the unit of amounts in a currency, as in "1.5 GRAM" or "1.5 USD". */
export function currencyUnit(currency: string): string {
  return currency === 'ton' ? nativeCoin.symbol : currency.toUpperCase();
}
