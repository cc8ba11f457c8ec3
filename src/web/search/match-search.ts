import { type VerificationStatus, verificationRanks } from '#contract/enums.ts';
import { MIN_SEARCH_LENGTH } from '#contract/jetton-filter.ts';
import { foldText } from '#contract/text.ts';
import { foldedCoinNames } from '#web/money/native-coin.ts';

interface Ranked {
  readonly identity: { readonly name: string; readonly symbol: string };
  readonly verification: VerificationStatus;
}

/**
 * Returns search matches in the order in which users expect them: scam last, then by how well the symbol or name matches,
 * then verified before others, so that an imitation never precedes its original. Otherwise keeps their order.
 */
export function rankMatches<Jetton extends Ranked>(jettons: readonly Jetton[], search: string): Jetton[] {
  const phrase = foldText(search);
  const keyOf = ({ identity, verification }: Jetton) => {
    const texts = [foldText(identity.symbol), foldSymbol(identity.symbol), foldText(identity.name)];
    const isExact = texts.includes(phrase);
    const isPrefix = texts.some((text) => text.startsWith(phrase));
    const quality = isExact ? 0 : isPrefix ? 1 : 2;
    return [Number(verification === 'JVS_SCAM'), quality, verificationRanks[verification]] as const;
  };
  return jettons
    .map((jetton) => ({ jetton, key: keyOf(jetton) }))
    .sort(({ key: a }, { key: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(({ jetton }) => jetton);
}

/** Returns a symbol for comparisons: without case and the dollar sign that some symbols start with. */
export function foldSymbol(symbol: string): string {
  return foldText(symbol.trim()).replace(/^\$/, '');
}

/** Returns whether a search finds the native coin: if it starts one of the current and former names. */
export function isCoinSearch(text: string): boolean {
  const prefix = foldSymbol(text);
  return prefix.length >= MIN_SEARCH_LENGTH && foldedCoinNames().some((name) => name.startsWith(prefix));
}
