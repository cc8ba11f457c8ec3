import { defaultNativeCoin } from '#contract/native-coin.ts';
import type { JettonKind } from '#demo/market/jetton-kinds.ts';
import type { MarketPlan } from '#demo/market/market-plan.ts';
import { type Random, randomFor } from '#demo/random.ts';
import { makeLookalike } from './make-lookalike.ts';
import {
  adjectives,
  businesses,
  creatures,
  endings,
  majorNames,
  objects,
  unusualNames,
} from './name-parts.ts';
import { peggedJettons } from './pegged-jettons.ts';

export interface JettonNames {
  readonly name: string;
  readonly symbol: string;
}

const TETHER: JettonNames = { name: 'Tether USD', symbol: 'USD₮' };
const UNUSUAL_SHARE = 0.07;

export function generateNames(plan: MarketPlan, index: number): JettonNames {
  const kind = plan.kindOf(index);
  const random = randomFor(plan.seed, 'names', index);
  if (kind === 'stable') return stableNames(index);
  const fixed = plan.peggedJetton(index) ?? majorOf(plan, kind, index);
  if (fixed) return { name: fixed.name, symbol: fixed.symbol };
  if (kind === 'lookalike') return makeLookalike(lookalikeModelNames(plan, index), random);
  if (kind === 'scam') return scamNames(random);
  return random.chance(UNUSUAL_SHARE) ? pickUnusualNames(random) : inventedNames(kind, random);
}

function stableNames(index: number): JettonNames {
  if (index === 0) return TETHER;
  return { name: `Breakwater Dollar ${index + 1}`, symbol: `BWUSD${index + 1}` };
}

function majorOf(plan: MarketPlan, kind: JettonKind, index: number): JettonNames | undefined {
  if (kind !== 'major') return undefined;
  const [name, symbol] = majorNames[index - plan.options.stables.length - peggedJettons.length] ?? [];
  return name !== undefined && symbol !== undefined ? { name, symbol } : undefined;
}

/** Returns the index of the jetton that a lookalike imitates, or undefined for the native coin. */
export function lookalikeModel(plan: MarketPlan, index: number): number | undefined {
  const random = randomFor(plan.seed, 'model', index);
  if (random.chance(0.12)) return undefined;
  // The best-known jettons are imitated most.
  return Math.floor(random.next() ** 1.8 * plan.leaderCount);
}

function lookalikeModelNames(plan: MarketPlan, index: number): JettonNames {
  const model = lookalikeModel(plan, index);
  return model === undefined ? defaultNativeCoin : generateNames(plan, model);
}

function scamNames(random: Random): JettonNames {
  const { symbol: coin } = defaultNativeCoin;
  const sum = random.pick([100, 500, 777, 1000, 5000]);
  return random.pick([
    { name: `Claim ${sum} ${coin} at gift-gram.example`, symbol: `${sum} ${coin}` },
    { name: `You have won ${sum} USD₮`, symbol: 'PRIZE' },
    { name: `Voucher for ${sum} ${coin}`, symbol: 'VOUCHER' },
    { name: 'Airdrop: visit bonus.example', symbol: 'BONUS' },
    { name: `Double your ${coin}`, symbol: `X2${coin}` },
  ]);
}

function pickUnusualNames(random: Random): JettonNames {
  const [name, symbol] = unusualNames[random.integer(0, unusualNames.length - 1)] ?? ['Q', 'Q'];
  return { name, symbol };
}

function inventedNames(kind: JettonKind, random: Random): JettonNames {
  const adjective = random.pick(adjectives);
  const object = random.pick(objects);
  const creature = random.pick(creatures);
  if (kind === 'established' || (kind === 'unlisted' && random.chance(0.5))) {
    const name = random.chance(0.6) ? `${object} ${random.pick(businesses)}` : `${adjective} ${object}`;
    return { name, symbol: tickerOf(name, random) };
  }
  const name = random.pick([
    `${adjective} ${creature}`,
    `${adjective} ${creature}`,
    `${creature} with a ${object}`,
    `Baby ${creature}`,
    `${creature} ${random.pick(endings)}`,
    `${object} ${random.pick(endings)}`,
    `${creature} on TON`,
    object,
  ]);
  return { name, symbol: tickerOf(name, random) };
}

/** Derives a ticker from a name: "Amber Otter" as OTTER, AMBER, AMOTT, $OTTER or AMBEROTTER. */
function tickerOf(name: string, random: Random): string {
  const parts = name.split(' ').filter((part) => !['with', 'a', 'on', 'TON', 'Baby'].includes(part));
  const [first = name, last = first] = [parts[0], parts.at(-1)];
  if (parts.length < 2) return `${random.chance(0.15) ? '$' : ''}${first}`.toUpperCase();
  const ticker = random.pick([
    last,
    first,
    first.slice(0, 2) + last.slice(0, 3),
    first + last.slice(0, 2),
    first.slice(0, 1) + last.replaceAll(/[aeiou]/g, ''),
    `$${last}`,
    name.replaceAll(' ', ''),
  ]);
  return ticker.slice(0, 14).toUpperCase();
}
