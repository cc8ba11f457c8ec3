import type { RawAddress } from '#contract/address.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import { HOUR } from '#demo/market/activity-clock.ts';
import type { JettonKind } from '#demo/market/jetton-kinds.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type Random, randomFor } from '#demo/random.ts';
import { walletAddress } from './addresses.ts';
import type { JettonProfile } from './jetton-profile.ts';

/** On-chain and off-chain attributes of a jetton other than its names and price. Undefined if unknown. */
export interface JettonFacts {
  readonly admin?: RawAddress;
  readonly offchainAdmin?: RawAddress;
  readonly circulatingSupply?: bigint;
  readonly mintable?: boolean;
  readonly modifiedContract?: boolean;
  readonly verification: VerificationStatus;
  readonly createdAt?: number;
  readonly holdersCount?: number;
  readonly holdersChangedAt?: number;
  readonly givenTrustScore?: number;
  readonly givenTrustScoreUpdatedAt?: number;
}

export function generateFacts(plan: MarketPlan, profile: JettonProfile): JettonFacts {
  const random = randomFor(plan.seed, 'facts', profile.index);
  const isLeader = profile.index < plan.leaderCount;
  const admin = adminOf(plan, profile.kind, random);
  const circulating = circulatingOf(profile, random);
  const hasCreationTime = isLeader || random.chance(0.98);
  return {
    ...(admin !== undefined && { admin }),
    ...(random.chance(0.03) && { offchainAdmin: walletAddress(plan, random.integer(0, 2 ** 31)) }),
    ...(circulating !== undefined && { circulatingSupply: circulating }),
    ...(random.chance(0.97) && { mintable: random.chance(mintableShare[profile.kind] ?? 0.1) }),
    ...(random.chance(0.95) && { modifiedContract: random.chance(modifiedShare[profile.kind] ?? 0.04) }),
    verification: verificationOf(profile.kind, random),
    ...(hasCreationTime && { createdAt: Math.floor(profile.launchedAt) }),
    ...holdersOf(plan, profile, random),
    ...givenScoreOf(plan, profile, random),
  };
}

const mintableShare: Partial<Record<JettonKind, number>> = {
  stable: 1,
  pegged: 1,
  scam: 0.6,
  lookalike: 0.5,
  rug: 0.35,
  major: 0.15,
};
const modifiedShare: Partial<Record<JettonKind, number>> = {
  stable: 0,
  pegged: 0,
  scam: 0.5,
  lookalike: 0.3,
  rug: 0.3,
};

// Launch pads create many jettons from few wallets. Some issuers renounce ownership to gain trust.
function adminOf(plan: MarketPlan, kind: JettonKind, random: Random): RawAddress | undefined {
  const isReputable = kind === 'stable' || kind === 'pegged' || kind === 'major';
  const sample = random.next();
  if (!isReputable && sample < 0.4) return undefined;
  const wallets = Math.ceil(plan.size / 30);
  const isShared = !isReputable && sample < 0.75;
  return walletAddress(
    plan,
    isShared ? Math.floor(random.next() ** 2.2 * wallets) : 10_000_000 + random.integer(0, 2 ** 30),
  );
}

function circulatingOf({ kind, totalSupply }: JettonProfile, random: Random): bigint | undefined {
  if (kind === 'stable' || kind === 'pegged') return totalSupply;
  const share = random.chance(0.3) ? 1000 : random.integer(150, 1000);
  return random.chance(0.6) ? (totalSupply * BigInt(share)) / 1000n : undefined;
}

/** Probabilities of approved, community-verified, verified and scam, in this order. The remainder is not verified. */
const verifications: Partial<Record<JettonKind, readonly [number, number, number, number]>> = {
  stable: [0, 0, 1, 0],
  pegged: [0, 0.1, 0.9, 0],
  major: [0.1, 0.15, 0.75, 0],
  established: [0.15, 0.25, 0.25, 0],
  meme: [0.04, 0.06, 0.01, 0.01],
  launch: [0.02, 0.03, 0, 0.03],
  rug: [0, 0.02, 0, 0.55],
  dead: [0.03, 0.04, 0.01, 0.04],
  lookalike: [0, 0, 0, 0.75],
  scam: [0, 0, 0, 1],
};

function verificationOf(kind: JettonKind, random: Random): VerificationStatus {
  const shares = verifications[kind] ?? [0, 0, 0, 0];
  const names = ['JVS_APPROVED', 'JVS_COMMUNITY_VERIFIED', 'JVS_VERIFIED', 'JVS_SCAM'] as const;
  return random.pickByShare(names, (_, index) => shares[index] ?? 0) ?? 'JVS_NONE';
}

// Scams and lookalikes are airdropped to many unrelated wallets.
const holderFactors: Partial<Record<JettonKind, number>> = {
  scam: 30,
  lookalike: 2,
  launch: 0.15,
  rug: 0.15,
  dead: 0.5,
  unlisted: 0.1,
};

function holdersOf(plan: MarketPlan, { index, kind }: JettonProfile, random: Random) {
  const typical = 3.2e6 * (index + 1) ** -1.05 * (holderFactors[kind] ?? 1);
  const count = index === 0 ? 2_871_406 : 3 + Math.floor(Math.min(random.logNormal(typical, 1), 6e6));
  const isInactive = kind === 'dead' || kind === 'unlisted';
  const changed =
    plan.end - Math.floor(random.exponential() * (isInactive ? 400 * HOUR : 0.5 * HOUR * (1 + index / 20)));
  return random.chance(0.98) || index < plan.leaderCount
    ? { holdersCount: count, holdersChangedAt: changed }
    : {};
}

function givenScoreOf(plan: MarketPlan, { kind }: JettonProfile, random: Random) {
  if (!random.chance(0.02)) return {};
  const score = kind === 'scam' || kind === 'lookalike' ? random.integer(0, 5) : random.integer(15, 95);
  return { givenTrustScore: score, givenTrustScoreUpdatedAt: plan.end - random.integer(HOUR, 200 * HOUR) };
}
