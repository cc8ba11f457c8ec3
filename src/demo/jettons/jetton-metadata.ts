import { imagePath } from '#demo/images/image-path.ts';
import type { JettonKind } from '#demo/market/jetton-kinds.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type Random, randomFor } from '#demo/random.ts';
import { jettonAddress } from './addresses.ts';
import { type JettonNames, lookalikeModel } from './jetton-names.ts';
import type { JettonProfile } from './jetton-profile.ts';

interface Link {
  readonly name: string;
  readonly url: string;
  readonly type: 'telegram' | 'x' | 'website';
}

/** Metadata provided by the issuer of a jetton. */
export interface JettonMetadata {
  readonly image?: string;
  readonly description?: string;
  readonly offchainImage?: string;
  readonly offchainDescription?: string;
  readonly links: readonly Link[];
}

export function generateMetadata(
  plan: MarketPlan,
  { index, kind }: JettonProfile,
  names: JettonNames,
): JettonMetadata {
  const random = randomFor(plan.seed, 'presentation', index);
  const image = imageOf(plan, index, kind, random);
  const description = descriptionOf(plan, index, kind, names, random);
  return {
    ...(image !== undefined && { image }),
    ...(description !== undefined && { description }),
    ...(random.chance(0.03) && { offchainImage: imagePath(jettonAddress(plan, index)) }),
    ...(random.chance(0.03) && { offchainDescription: `${names.name}. Metadata moved off-chain.` }),
    links: linksOf(index, kind, names, random),
  };
}

function imageOf(plan: MarketPlan, index: number, kind: JettonKind, random: Random): string | undefined {
  // A lookalike may use the image of the jetton that it imitates.
  const model = kind === 'lookalike' && random.chance(0.75) ? lookalikeModel(plan, index) : index;
  const hasImage =
    index < plan.leaderCount || random.chance(kind === 'dead' || kind === 'unlisted' ? 0.55 : 0.88);
  return hasImage && model !== undefined ? imagePath(jettonAddress(plan, model)) : undefined;
}

const descriptions: Partial<
  Record<JettonKind, readonly [(name: string) => string, ...((name: string) => string)[]]>
> = {
  stable: [(name) => `${name}, redeemable one to one for US dollars.`],
  major: [
    (name) =>
      `${name} pays for services on its network. Fees are burned, and the treasury funds development.`,
    (name) => `The native token of ${name}, staked by its node operators.`,
  ],
  established: [
    (name) => `${name} gives its holders voting rights and a share of the fees.`,
    (name) => `The utility token of ${name}. One tenth of monthly revenue goes into buybacks.`,
    (name) => `${name} since 2023. Audited twice, with a public team.`,
  ],
  scam: [
    (name) => `${name}. Send 1, receive 2. Today only.`,
    () => 'Open the site, connect your wallet and claim your prize.',
  ],
  lookalike: [(name) => `${name}, the official contract. Swap your old tokens before the deadline.`],
  rug: [
    (name) => `${name} to the moon. Liquidity locked forever, we promise.`,
    (name) => `Fair launch of ${name}. No team tokens.`,
  ],
};

const playfulDescriptions: readonly [(name: string) => string, ...((name: string) => string)[]] = [
  (name) => `${name}. No promises, no roadmap, good company.`,
  (name) => `${name} started as a meme in a group chat. Now it has its own token.`,
  (name) => `All ${name} holders are equal. Some are just sleepier.`,
  (name) => `${name}: fixed supply, minting disabled.`,
  (name) => `A community token for friends of ${name}.`,
];

function descriptionOf(
  plan: MarketPlan,
  index: number,
  kind: JettonKind,
  { name }: JettonNames,
  random: Random,
): string | undefined {
  const pegged = plan.peggedJetton(index);
  if (pegged) return pegged.description;
  const isMissing = random.chance(index < plan.leaderCount ? 0 : 0.35);
  return isMissing ? undefined : random.pick(descriptions[kind] ?? playfulDescriptions)(name);
}

function linksOf(index: number, kind: JettonKind, { name }: JettonNames, random: Random): Link[] {
  const slug =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '')
      .slice(0, 30) || `jetton${index + 1}`;
  const share = kind === 'dead' || kind === 'unlisted' ? 0.4 : kind === 'scam' ? 0.9 : 0.7;
  const site: Link = { name: `${slug}.example`, url: `https://${slug}.example/`, type: 'website' };
  const links: readonly (Link & { readonly chance: number })[] = [
    { ...site, chance: share * 0.7 },
    { name: slug, url: `https://telegram.example/${slug}`, type: 'telegram', chance: share },
    { name: slug, url: `https://x.example/${slug}`, type: 'x', chance: share * 0.8 },
  ];
  return links
    .filter(({ chance }) => random.chance(chance))
    .map(({ name: label, url, type }) => ({ name: label, url, type }));
}
