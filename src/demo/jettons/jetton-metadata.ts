import { imagePath } from '#demo/images/image-path.ts';
import type { JettonKind } from '#demo/market/jetton-kinds.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type Random, randomFor } from '#demo/random.ts';
import { jettonAddress } from './addresses.ts';
import { type JettonNames, lookalikeModel } from './jetton-names.ts';
import type { JettonProfile } from './jetton-profile.ts';
import { peggedJettons } from './pegged-jettons.ts';

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
    ...(random.chance(0.03) && { offchainDescription: `${names.name}. Moved to an off-chain record.` }),
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
  stable: [(name) => `${name}: one of it is one US dollar.`],
  major: [
    (name) => `${name} pays for what its network does: fees are burnt, builders are paid from the treasury.`,
    (name) => `The coin of ${name}. Staked by those who keep it running.`,
  ],
  established: [
    (name) => `${name} gives its holders a share of the fees and a vote.`,
    (name) => `Used inside ${name}; a tenth of every month’s income buys it back.`,
    (name) => `${name} since 2023. Audited twice, team known by name.`,
  ],
  scam: [
    (name) => `${name}. Send 1 to receive 2. Only today.`,
    () => 'Open the site, connect the wallet, take your prize.',
  ],
  lookalike: [(name) => `${name}, the official contract. Swap your old coins before the deadline.`],
  rug: [
    (name) => `${name} to the moon. Liquidity locked for ever, we promise.`,
    (name) => `Fair launch of ${name}. The maker keeps nothing.`,
  ],
};

const playfulDescriptions: readonly [(name: string) => string, ...((name: string) => string)[]] = [
  (name) => `${name}. No promises, no road map, good company.`,
  (name) => `It began as a picture in a chat. Now ${name} has its own coin.`,
  (name) => `Every holder of ${name} is equal; some are more asleep.`,
  (name) => `${name}: fixed supply, nobody can mint more.`,
  (name) => `A small coin for the friends of ${name}.`,
];

function descriptionOf(
  plan: MarketPlan,
  index: number,
  kind: JettonKind,
  { name }: JettonNames,
  random: Random,
): string | undefined {
  const coin = kind === 'pegged' ? peggedJettons[index - plan.options.stables.length] : undefined;
  if (coin) return coin.description;
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
