import { TON_ADDRESS } from '#contract/address.ts';
import { numberFromAmount } from '#contract/amount.ts';
import { type VerificationStatus, verificationLabels } from '#contract/enums.ts';
import { formatCount } from '#contract/format/format-numbers.ts';
import { formatAge } from '#contract/format/format-time.ts';
import type { WarningKind } from '#contract/jetton-warnings.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { ExchangeRate } from '#web/money/amounts.ts';
import { convertedSumText } from '#web/money/converted-amounts.ts';

export type Tone = 'positive' | 'neutral' | 'caution' | 'negative' | 'unknown';

export interface TrustFact {
  /** `warning` and its position for each warning of a source. */
  readonly id:
    | `warning${number}`
    | 'verification'
    | 'supply'
    | 'contract'
    | 'admin'
    | 'liquidity'
    | 'holders'
    | 'age';
  readonly tone: Tone;
  readonly text: string;
}

const DAY = 86_400_000;

/** Values below `low` call for caution, values from `high` up are positive. */
const thresholds = {
  /** USD. */
  liquidity: { low: 10_000, high: 100_000 },
  holders: { low: 1_000, high: 10_000 },
  /** Milliseconds. */
  age: { low: 30 * DAY, high: 180 * DAY },
} as const;

const warningTones: Readonly<Record<WarningKind, Tone>> = {
  honeypot: 'negative',
  fake: 'negative',
  blacklisted: 'negative',
  suspicious: 'caution',
  dmca_complaint: 'caution',
  taxable: 'caution',
};

const statusTones: Readonly<Record<VerificationStatus, Tone>> = {
  JVS_VERIFIED: 'positive',
  JVS_COMMUNITY_VERIFIED: 'positive',
  JVS_APPROVED: 'neutral',
  JVS_NONE: 'caution',
  JVS_SCAM: 'negative',
};

/**
 * Returns the facts behind a jetton's trustworthiness: warnings of sources, then always seven in the same order.
 * `holders` is the current count; if undefined, the record's own count is used. Sums are in USD without a rate.
 */
export function trustFacts(
  jetton: ListedJetton,
  holders: string | undefined,
  now: Date,
  rate?: ExchangeRate | null,
): TrustFact[] {
  const { verification, warnings, mintable, modifiedContract } = jetton;
  const facts: TrustFact[] = [
    ...warnings.map(({ kind, text }, index) => ({
      id: `warning${index}` as const,
      tone: warningTones[kind],
      text,
    })),
    { id: 'verification', tone: statusTones[verification], text: verificationLabels[verification] },
    { id: 'supply', ...flagFact(mintable, ['caution', 'Mintable'], ['positive', 'Fixed supply']) },
    {
      id: 'contract',
      ...flagFact(modifiedContract, ['negative', 'Modified contract'], ['positive', 'Standard contract']),
    },
    { id: 'admin', ...adminFact(jetton) },
    { id: 'liquidity', ...liquidityFact(jetton, rate) },
    { id: 'holders', ...holdersFact(holders ?? jetton.holders) },
    { id: 'age', ...ageFact(jetton.createdAt, now) },
  ];
  // Never present a scam in a positive light.
  const isScam =
    verification === 'JVS_SCAM' || warnings.some(({ kind }) => warningTones[kind] === 'negative');
  if (!isScam) return facts;
  return facts.map((fact) => (fact.tone === 'positive' ? { ...fact, tone: 'neutral' } : fact));
}

type Assessment = Pick<TrustFact, 'tone' | 'text'>;

function flagFact(
  flag: boolean | undefined,
  [trueTone, trueText]: readonly [Tone, string],
  [falseTone, falseText]: readonly [Tone, string],
): Assessment {
  if (flag === undefined) return { tone: 'unknown', text: `${trueText}: unknown` };
  return flag ? { tone: trueTone, text: trueText } : { tone: falseTone, text: falseText };
}

function adminFact({ admin }: ListedJetton): Assessment {
  const address = admin?.address;
  if (address === TON_ADDRESS) return { tone: 'positive', text: 'Ownership renounced' };
  return address === undefined
    ? { tone: 'neutral', text: 'No known admin' }
    : { tone: 'caution', text: 'Has an admin' };
}

function liquidityFact({ liquidityUsd }: ListedJetton, rate?: ExchangeRate | null): Assessment {
  if (!liquidityUsd) return { tone: 'unknown', text: 'Liquidity: unknown' };
  const tone = toneOf(numberFromAmount(liquidityUsd), thresholds.liquidity);
  return { tone, text: `Liquidity ${convertedSumText(liquidityUsd, rate)}` };
}

function holdersFact(holders: string | undefined): Assessment {
  if (holders === undefined) return { tone: 'unknown', text: 'Holders: unknown' };
  return { tone: toneOf(Number(holders), thresholds.holders), text: `${formatCount(holders)} holders` };
}

function ageFact(createdAt: string | undefined, now: Date): Assessment {
  if (createdAt === undefined) return { tone: 'unknown', text: 'Age: unknown' };
  const created = new Date(createdAt);
  const tone = toneOf(now.getTime() - created.getTime(), thresholds.age);
  return { tone, text: `${formatAge(created, now)} old` };
}

function toneOf(value: number, { low, high }: { readonly low: number; readonly high: number }): Tone {
  if (value < low) return 'caution';
  return value < high ? 'neutral' : 'positive';
}
