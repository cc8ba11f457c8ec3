import { createHash } from 'node:crypto';
import { type RawAddress, REVOKED_ADMIN } from '#contract/address.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import { jettonCopyFormat, type Link, type NewJetton } from '#service/store/rows.ts';
import { HOUR } from './activity-clock.ts';
import type { JettonKind } from './jetton-kinds.ts';
import { generateNames, lookalikeModel } from './jetton-names.ts';
import { generateProfile, type JettonProfile } from './jetton-profile.ts';
import type { MarketPlan } from './market-plan.ts';
import { type Random, randomFor } from './random.ts';
import { imagePath } from './render-image.ts';

export function deriveAddress({ options }: MarketPlan, purpose: string, index: number): RawAddress {
  const hash = createHash('sha256').update(`jetscope ${purpose} ${options.seed} ${index}`);
  return `0:${hash.digest('hex')}`;
}

/** Returns the address of a trader of simulated swaps. */
export function traderAddress(plan: MarketPlan, id: number): RawAddress {
  return deriveAddress(plan, 'trader', id);
}

export function jettonAddress(plan: MarketPlan, index: number): RawAddress {
  return plan.options.stables[index] ?? deriveAddress(plan, 'jetton', index);
}

/** Yields rows for COPY in the columns of `jettonCopyFormat`. */
export function* jettonRows(plan: MarketPlan): Generator<string> {
  for (let index = 0; index < plan.size; index += 1) {
    const profile = generateProfile(plan, index);
    const names = generateNames(plan, index);
    yield jettonCopyFormat.line({
      id: index + 1,
      address: jettonAddress(plan, index),
      ...names,
      decimals: profile.decimals,
      totalSupply: profile.totalSupply,
      ...generateMetadata(plan, profile, names.name),
      ...generateFacts(plan, profile),
    });
  }
}

interface Facts {
  readonly mintable: number;
  readonly modified: number;
  /** Probabilities of approved, community-verified, verified and scam, in this order. The remainder is not verified. */
  readonly verification: readonly [number, number, number, number];
  /** Number of holders relative to an ordinary jetton of the same rank. */
  readonly holders: number;
  readonly image: number;
  readonly links: number;
}

const ordinary: Facts = {
  mintable: 0.1,
  modified: 0.04,
  verification: [0, 0, 0, 0],
  holders: 1,
  image: 0.88,
  links: 0.7,
};
const backed = { ...ordinary, mintable: 1, modified: 0 };
const neglected = { ...ordinary, image: 0.55, links: 0.4 };
/** Probabilities of what is reported about a jetton, by kind. */
const facts: Readonly<Record<JettonKind, Facts>> = {
  stable: { ...backed, verification: [0, 0, 1, 0] },
  pegged: { ...backed, verification: [0, 0.1, 0.9, 0] },
  major: { ...ordinary, mintable: 0.15, verification: [0.1, 0.15, 0.75, 0] },
  established: { ...ordinary, verification: [0.15, 0.25, 0.25, 0] },
  meme: { ...ordinary, verification: [0.04, 0.06, 0.01, 0.01] },
  launch: { ...ordinary, holders: 0.15, verification: [0.02, 0.03, 0, 0.03] },
  rug: { ...ordinary, holders: 0.15, mintable: 0.35, modified: 0.3, verification: [0, 0.02, 0, 0.55] },
  dead: { ...neglected, holders: 0.5, verification: [0.03, 0.04, 0.01, 0.04] },
  // Lookalikes and scams are airdropped to many unrelated wallets.
  lookalike: { ...ordinary, holders: 2, mintable: 0.5, modified: 0.3, verification: [0, 0, 0, 0.75] },
  scam: { ...ordinary, holders: 30, mintable: 0.6, modified: 0.5, links: 0.9, verification: [0, 0, 0, 1] },
  unlisted: { ...neglected, holders: 0.1 },
};

/** Generates the attributes other than names and price. Most are unknown for some jettons. */
function generateFacts(plan: MarketPlan, profile: JettonProfile) {
  const random = randomFor(plan.seed, 'facts', profile.index);
  const { mintable, modified, verification } = facts[profile.kind];
  const isLeader = profile.index < plan.leaderCount;
  const reported = <Value>(probability: number, value: () => Value) =>
    random.chance(probability) ? value() : undefined;
  return {
    admin: adminOf(plan, profile.kind, random),
    circulatingSupply: circulatingOf(profile, random),
    createdAt: isLeader || random.chance(0.98) ? toDate(profile.launchedAt) : undefined,
    offchainAdmin: reported(0.03, () => deriveAddress(plan, 'wallet', random.integer(0, 2 ** 31))),
    mintable: reported(0.97, () => random.chance(mintable)),
    modifiedContract: reported(0.95, () => random.chance(modified)),
    verification: random.pickByShare(verifications, (_, index) => verification[index] ?? 0) ?? 'JVS_NONE',
    ...holdersOf(plan, profile, random),
    ...trustScoreOf(plan, profile, random),
  } satisfies Partial<NewJetton>;
}

const verifications = [
  'JVS_APPROVED',
  'JVS_COMMUNITY_VERIFIED',
  'JVS_VERIFIED',
  'JVS_SCAM',
] as const satisfies VerificationStatus[];

function toDate(second: number): Date {
  return new Date(Math.floor(second) * 1000);
}

// Launch pads create many jettons from few wallets. Some issuers renounce ownership to gain trust.
function adminOf(plan: MarketPlan, kind: JettonKind, random: Random): RawAddress | undefined {
  const isReputable = kind === 'stable' || kind === 'pegged' || kind === 'major';
  const sample = random.next();
  if (!isReputable && sample < 0.4) return sample < 0.1 ? undefined : REVOKED_ADMIN;
  const wallet =
    isReputable || sample >= 0.75
      ? 10_000_000 + random.integer(0, 2 ** 30)
      : Math.floor(random.next() ** 2.2 * Math.ceil(plan.size / 30));
  return deriveAddress(plan, 'wallet', wallet);
}

function circulatingOf({ kind, totalSupply }: JettonProfile, random: Random): bigint | undefined {
  if (kind === 'stable' || kind === 'pegged') return totalSupply;
  const share = random.chance(0.3) ? 1000 : random.integer(150, 1000);
  return random.chance(0.6) ? (totalSupply * BigInt(share)) / 1000n : undefined;
}

function holdersOf(plan: MarketPlan, { index, kind }: JettonProfile, random: Random): Partial<NewJetton> {
  const typical = 3.2e6 * (index + 1) ** -1.05 * facts[kind].holders;
  const count = index === 0 ? 2_871_406 : 3 + Math.floor(Math.min(random.logNormal(typical, 1), 6e6));
  const meanAge = kind === 'dead' || kind === 'unlisted' ? 400 * HOUR : 0.5 * HOUR * (1 + index / 20);
  const changedAt = toDate(plan.end - Math.floor(random.exponential() * meanAge));
  const isReported = random.chance(0.98) || index < plan.leaderCount;
  return isReported ? { holdersCount: count, holdersChangedAt: changedAt } : {};
}

/** A few jettons have a trust score of their own. */
function trustScoreOf({ end }: MarketPlan, { kind }: JettonProfile, random: Random): Partial<NewJetton> {
  if (!random.chance(0.02)) return {};
  return {
    trustScore: kind === 'scam' || kind === 'lookalike' ? random.integer(0, 5) : random.integer(15, 95),
    trustScoreUpdatedAt: toDate(end - random.integer(HOUR, 200 * HOUR)),
  };
}

/** Generates what the issuer publishes about a jetton. */
function generateMetadata(plan: MarketPlan, { index, kind }: JettonProfile, name: string) {
  const random = randomFor(plan.seed, 'presentation', index);
  const isLeader = index < plan.leaderCount;
  // A lookalike may use the image of the jetton that it imitates.
  const model = kind === 'lookalike' && random.chance(0.75) ? lookalikeModel(plan, index) : index;
  const hasImage = (isLeader || random.chance(facts[kind].image)) && model !== undefined;
  const fixed = plan.peggedJetton(index)?.description;
  const isMissing = fixed === undefined && random.chance(isLeader ? 0 : 0.35);
  const generated = () =>
    random.pick(descriptions[kind] ?? playfulDescriptions).replaceAll('NAME', () => name);
  return {
    image: hasImage ? imagePath(jettonAddress(plan, model)) : undefined,
    description: fixed ?? (isMissing ? undefined : generated()),
    offchainImage: random.chance(0.03) ? imagePath(jettonAddress(plan, index)) : undefined,
    offchainDescription: random.chance(0.03) ? `${name}. Metadata moved off-chain.` : undefined,
    links: generateLinks(name, index, facts[kind].links, random),
  } satisfies Partial<NewJetton>;
}

const descriptions: Partial<Record<JettonKind, readonly [string, ...string[]]>> = {
  stable: ['NAME, redeemable one to one for US dollars.'],
  major: [
    'NAME pays for services on its network. Fees are burned, and the treasury funds development.',
    'The native token of NAME, staked by its node operators.',
  ],
  established: [
    'NAME gives its holders voting rights and a share of the fees.',
    'The utility token of NAME. One tenth of monthly revenue goes into buybacks.',
    'NAME since 2023. Audited twice, with a public team.',
  ],
  scam: ['NAME. Send 1, receive 2. Today only.', 'Open the site, connect your wallet and claim your prize.'],
  lookalike: ['NAME, the official contract. Swap your old tokens before the deadline.'],
  rug: ['NAME to the moon. Liquidity locked forever, we promise.', 'Fair launch of NAME. No team tokens.'],
};

const playfulDescriptions = [
  'NAME. No promises, no roadmap, good company.',
  'NAME started as a meme in a group chat. Now it has its own token.',
  'All NAME holders are equal. Some are just sleepier.',
  'NAME: fixed supply, minting disabled.',
  'A community token for friends of NAME.',
] as const;

function generateLinks(name: string, index: number, share: number, random: Random): Link[] {
  const slug =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '')
      .slice(0, 30) || `jetton${index + 1}`;
  const links: readonly (readonly [probability: number, link: Link])[] = [
    [share * 0.7, { name: `${slug}.example`, url: `https://${slug}.example/`, type: 'website' }],
    [share, { name: slug, url: `https://telegram.example/${slug}`, type: 'telegram' }],
    [share * 0.8, { name: slug, url: `https://x.example/${slug}`, type: 'x' }],
  ];
  return links.flatMap(([probability, link]) => (random.chance(probability) ? [link] : []));
}
