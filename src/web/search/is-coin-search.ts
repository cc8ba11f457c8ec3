import { MIN_SEARCH_LENGTH } from '#contract/jetton-filter.ts';
import { foldedCoinNames } from '#web/money/native-coin.ts';
import { foldSymbol } from './fold-symbol.ts';

/** Returns whether a search finds the native coin: if it starts one of the current and former names. */
export function isCoinSearch(text: string): boolean {
  const prefix = foldSymbol(text);
  return prefix.length >= MIN_SEARCH_LENGTH && foldedCoinNames.some((name) => name.startsWith(prefix));
}
