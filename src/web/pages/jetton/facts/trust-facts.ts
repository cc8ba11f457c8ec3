import { TON_ADDRESS } from '#contract/address.ts';
import { decimalFromAmount } from '#contract/amount.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import { formatCompactAmount } from '#contract/format/format-compact-amount.ts';
import { formatCount } from '#contract/format/format-count.ts';
import { formatAge } from '#contract/format/format-time.ts';
import { verificationLabels } from '#contract/format/verification-labels.ts';
import type { ListedJetton } from '#web/api/decoding/untrusted.ts';

/** How a fact speaks: for the jetton, neither way, for care, against it. */
export type Tone = 'good' | 'even' | 'care' | 'bad' | 'unknown';

export interface TrustFact {
  readonly id: 'verification' | 'supply' | 'contract' | 'admin' | 'liquidity' | 'holders' | 'age';
  readonly tone: Tone;
  readonly text: string;
}

const DAY = 86_400_000;

/** Where a number is little and where it is much. */
const bounds = {
  liquidity: { little: 10_000, much: 100_000 },
  holders: { little: 1_000, much: 10_000 },
  age: { little: 30 * DAY, much: 180 * DAY },
} as const;

const statusTones: Readonly<Record<VerificationStatus, Tone>> = {
  JVS_VERIFIED: 'good',
  JVS_COMMUNITY_VERIFIED: 'good',
  JVS_APPROVED: 'even',
  JVS_NONE: 'care',
  JVS_SCAM: 'bad',
};

/** What is known that makes a jetton more or less worth to be trusted. */
export function trustFacts(jetton: ListedJetton, holders: string | undefined, now: Date): TrustFact[] {
  const { verification, mintable, modifiedContract } = jetton;
  return [
    { id: 'verification', tone: statusTones[verification], text: verificationLabels[verification] },
    { id: 'supply', ...either(mintable, ['care', 'Supply can grow'], ['good', 'Supply cannot grow']) },
    {
      id: 'contract',
      ...either(modifiedContract, ['bad', 'Modified contract'], ['good', 'Standard contract']),
    },
    { id: 'admin', ...adminFact(jetton) },
    { id: 'liquidity', ...liquidityFact(jetton) },
    { id: 'holders', ...holdersFact(holders ?? jetton.holdersCount) },
    { id: 'age', ...ageFact(jetton.createdAt, now) },
  ];
}

type Said = Pick<TrustFact, 'tone' | 'text'>;

function either(
  flag: boolean | undefined,
  [yesTone, yes]: readonly [Tone, string],
  [noTone, no]: readonly [Tone, string],
): Said {
  if (flag === undefined) return { tone: 'unknown', text: `${yes}: unknown` };
  return flag ? { tone: yesTone, text: yes } : { tone: noTone, text: no };
}

function adminFact({ admin }: ListedJetton): Said {
  const address = admin?.address;
  if (address === TON_ADDRESS) return { tone: 'good', text: 'Admin given up' };
  return address === undefined
    ? { tone: 'even', text: 'No admin known' }
    : { tone: 'care', text: 'Has an admin' };
}

function liquidityFact({ liquidityUsd }: ListedJetton): Said {
  if (!liquidityUsd) return { tone: 'unknown', text: 'Liquidity: unknown' };
  const { digits, unit } = formatCompactAmount(liquidityUsd);
  const tone = toneOf(Number(decimalFromAmount(liquidityUsd)), bounds.liquidity);
  return { tone, text: `Liquidity $${digits}${unit}` };
}

function holdersFact(holders: string | undefined): Said {
  if (holders === undefined) return { tone: 'unknown', text: 'Holders: unknown' };
  return { tone: toneOf(Number(holders), bounds.holders), text: `${formatCount(holders)} holders` };
}

function ageFact(createdAt: string | undefined, now: Date): Said {
  if (createdAt === undefined) return { tone: 'unknown', text: 'Age: unknown' };
  const created = new Date(createdAt);
  const tone = toneOf(now.getTime() - created.getTime(), bounds.age);
  return { tone, text: `${formatAge(created, now)} old` };
}

function toneOf(value: number, { little, much }: { readonly little: number; readonly much: number }): Tone {
  if (value < little) return 'care';
  return value < much ? 'even' : 'good';
}
