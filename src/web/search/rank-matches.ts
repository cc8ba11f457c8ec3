import type { VerificationStatus } from '#contract/enums.ts';
import { foldCase } from '#contract/fold-case.ts';
import { foldSymbol } from './fold-symbol.ts';

interface Ranked {
  readonly identity: { readonly name: string; readonly symbol: string };
  readonly verification: VerificationStatus;
}

const statusOrder: Readonly<Record<VerificationStatus, number>> = {
  JVS_VERIFIED: 0,
  JVS_COMMUNITY_VERIFIED: 1,
  JVS_APPROVED: 2,
  JVS_NONE: 2,
  JVS_SCAM: 3,
};

/**
 * Returns search matches in the order in which users expect them: scam last, then by how well the symbol or name matches,
 * then verified before others, so that an imitation never precedes its original. Otherwise keeps their order.
 */
export function rankMatches<Jetton extends Ranked>(jettons: readonly Jetton[], search: string): Jetton[] {
  const phrase = foldCase(search);
  const keyOf = ({ identity, verification }: Jetton) => {
    const texts = [foldCase(identity.symbol), foldSymbol(identity.symbol), foldCase(identity.name)];
    const isExact = texts.includes(phrase);
    const isPrefix = texts.some((text) => text.startsWith(phrase));
    const quality = isExact ? 0 : isPrefix ? 1 : 2;
    return [Number(verification === 'JVS_SCAM'), quality, statusOrder[verification]] as const;
  };
  return jettons
    .map((jetton) => ({ jetton, key: keyOf(jetton) }))
    .sort(({ key: a }, { key: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(({ jetton }) => jetton);
}
