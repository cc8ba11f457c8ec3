import { type Amount, amountFromDecimal, numberFromAmount } from '#contract/amount.ts';
import { pricePeriods, type VerificationStatus, verificationLabels } from '#contract/enums.ts';
import { formatChange, formatCount } from '#contract/format/format-numbers.ts';
import { formatAge } from '#contract/format/format-time.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import type { TopHolders } from '#contract/holders.ts';
import type { WarningKind } from '#contract/jetton-warnings.ts';
import type { PriceChanges } from '#web/api/decoding/decode-activity.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import type { AdminJettons } from '#web/list/related-jettons.ts';
import type { ExchangeRate } from '#web/money/amounts.ts';
import { convertedSumText } from '#web/money/converted-amounts.ts';
import { periodLabels } from '#web/money/periods.ts';

export type Tone = 'positive' | 'neutral' | 'caution' | 'negative' | 'unknown';

export interface TrustFact {
  /** `warning` and its position for each warning of a source. */
  readonly id:
    | `warning${number}`
    | 'collapse'
    | 'verification'
    | 'supply'
    | 'contract'
    | 'admin'
    | 'liquidity'
    | 'holders'
    | 'age'
    | 'concentration'
    | 'locked';
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

/** Liquidity in USD below which hardly anything can be sold. */
const ILLIQUID_BELOW_USD = 1_000;

/** Change of the price from which on a jetton has collapsed, in percent. */
const COLLAPSE = -90;

/** An admin with at least this many jettons, most of them without liquidity to trade, issues them in series. */
const MANY_JETTONS = 5;

export interface TrustContext {
  readonly now: Date;
  /** The current number of holders. If undefined, the jetton's own number is used. */
  readonly holders?: string | undefined;
  /** Sums are in USD without a rate. */
  readonly rate?: ExchangeRate | null | undefined;
  readonly adminJettons?: AdminJettons | undefined;
  /** Changes of the price in USD. */
  readonly changes?: PriceChanges | undefined;
  readonly isLookAlike?: boolean;
}

/**
 * Returns the facts behind a jetton's trustworthiness: warnings of sources and a collapse, then always seven in the same
 * order.
 */
export function trustFacts(jetton: ListedJetton, context: TrustContext): TrustFact[] {
  const { now, holders, rate, changes, isLookAlike = false } = context;
  const { verification, warnings, mintable, modifiedContract } = jetton;
  const facts: TrustFact[] = [
    ...warnings.map(({ kind, text }, index) => ({
      id: `warning${index}` as const,
      tone: warningTones[kind],
      text,
    })),
    ...collapseFacts(jetton, changes, rate),
    { id: 'verification', tone: statusTones[verification], text: verificationLabels[verification] },
    { id: 'supply', ...flagFact(mintable, ['caution', 'Mintable'], ['positive', 'Fixed supply']) },
    {
      id: 'contract',
      ...flagFact(modifiedContract, ['negative', 'Modified contract'], ['positive', 'Standard contract']),
    },
    { id: 'admin', ...adminFact(jetton, context) },
    { id: 'liquidity', ...liquidityFact(jetton, rate) },
    { id: 'holders', ...holdersFact(holders ?? jetton.holders, jetton.liquidityUsd) },
    { id: 'age', ...ageFact(jetton.createdAt, now) },
  ];
  // Never present a scam or an imitation in a positive light.
  const isScam =
    isLookAlike ||
    verification === 'JVS_SCAM' ||
    warnings.some(({ kind }) => warningTones[kind] === 'negative');
  if (!isScam) return facts;
  return facts.map((fact) => (fact.tone === 'positive' ? { ...fact, tone: 'neutral' } : fact));
}

interface HoldersResult {
  readonly data: TopHolders | undefined;
  readonly isPending: boolean;
}

/**
 * Returns how concentrated the holders are, and what is burned or locked of the most liquid pool, with their source and age. They
 * are neither good nor bad by themselves.
 */
export function holderFacts({ data, isPending }: HoldersResult, now: Date): TrustFact[] {
  const { topTenPercent, snapshotAt, source, liquidity: [pool] = [] } = data ?? {};
  const missing = isPending ? 'loading' : 'unknown';
  const origin = (time: string, from: string) => `(${from}, ${formatAge(new Date(time), now)} ago)`;
  return [
    topTenPercent === undefined || snapshotAt === undefined || source === undefined
      ? { id: 'concentration', tone: 'unknown', text: `Top 10 holders: ${missing}` }
      : {
          id: 'concentration',
          tone: 'neutral',
          text: `Top 10 holders: ${shareText(topTenPercent)} ${origin(snapshotAt, source)}`,
        },
    pool === undefined
      ? { id: 'locked', tone: 'unknown', text: `Burned or locked liquidity: ${missing}` }
      : {
          id: 'locked',
          tone: 'neutral',
          text: `Liquidity on ${exchangeName(pool.exchangeId)}: ${shareText(pool.burnedPercent)} burned, ${shareText(pool.lockedPercent)} in known lockers ${origin(pool.snapshotAt, pool.source)}`,
        },
  ];
}

function shareText(percent: number): string {
  return `${Number(percent.toFixed(1))}%`;
}

/** Returns the address of the jetton's admin, if it has one. */
export function adminAddress({ admin }: ListedJetton): string | undefined {
  return admin?.isRevoked ? undefined : (admin?.address ?? admin?.offchainAddress);
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

/** Returns that most of the value was lost within the shortest period, if little liquidity is left. */
function collapseFacts(
  { liquidityUsd }: ListedJetton,
  changes: PriceChanges = {},
  rate: ExchangeRate | null | undefined,
): TrustFact[] {
  const period = pricePeriods.find((one) => (changes[one]?.percent ?? 0) <= COLLAPSE);
  const percent = period && changes[period]?.percent;
  if (
    period === undefined ||
    percent === undefined ||
    !liquidityUsd ||
    toneOfLiquidity(liquidityUsd) === 'positive'
  )
    return [];
  const change = `${formatChange(percent).text}% in ${periodLabels[period]}`;
  const text = `Collapsed: ${change}, liquidity ${convertedSumText(liquidityUsd, rate)}`;
  return [{ id: 'collapse', tone: 'negative', text }];
}

function adminFact({ admin }: ListedJetton, { adminJettons, rate }: TrustContext): Assessment {
  if (admin?.isRevoked) return { tone: 'positive', text: 'Admin revoked' };
  const { liquidity = [], isAll } = adminJettons ?? {};
  const illiquid = liquidity.filter((one) => !one || numberFromAmount(one) < ILLIQUID_BELOW_USD).length;
  if (liquidity.length >= MANY_JETTONS && illiquid > liquidity.length / 2) {
    const more = isAll ? '' : '+';
    const limit = convertedSumText(amountFromDecimal(String(ILLIQUID_BELOW_USD)), rate);
    return {
      tone: 'negative',
      text: `Admin of ${liquidity.length}${more} jettons, ${illiquid}${more} of them with liquidity under ${limit}`,
    };
  }
  return admin?.address === undefined
    ? { tone: 'unknown', text: 'Admin: unknown' }
    : { tone: 'caution', text: 'Has an admin' };
}

function liquidityFact({ liquidityUsd }: ListedJetton, rate?: ExchangeRate | null): Assessment {
  if (!liquidityUsd) return { tone: 'unknown', text: 'Liquidity: unknown' };
  const tone = toneOfLiquidity(liquidityUsd);
  return { tone, text: `Liquidity ${convertedSumText(liquidityUsd, rate)}` };
}

function toneOfLiquidity(liquidityUsd: Amount): Tone {
  const usd = numberFromAmount(liquidityUsd);
  return usd < ILLIQUID_BELOW_USD ? 'negative' : toneOf(usd, thresholds.liquidity);
}

/** Holders are cheap to make up: many of them only count with liquidity to match. */
function holdersFact(holders: string | undefined, liquidityUsd: Amount | undefined): Assessment {
  if (holders === undefined) return { tone: 'unknown', text: 'Holders: unknown' };
  const tone = toneOf(Number(holders), thresholds.holders);
  const isLiquid =
    liquidityUsd !== undefined && ['neutral', 'positive'].includes(toneOfLiquidity(liquidityUsd));
  return {
    tone: tone === 'positive' && !isLiquid ? 'neutral' : tone,
    text: `${formatCount(holders)} holders`,
  };
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
