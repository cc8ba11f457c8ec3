import { MIN_SEARCH_LENGTH } from '#contract/jetton-filter.ts';
import { isCoinPrefix } from '#contract/native-coin.ts';
import { nativeCoin } from '#web/lib/native-coin.ts';

/** Returns whether a search finds the native coin: if it starts one of the current and former names. */
export function isCoinSearch(text: string): boolean {
  return text.trim().length >= MIN_SEARCH_LENGTH && isCoinPrefix(text, nativeCoin);
}
