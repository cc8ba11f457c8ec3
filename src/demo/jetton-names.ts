import { defaultNativeCoin } from '#contract/native-coin.ts';
import type { JettonKind } from './jetton-kinds.ts';
import type { MarketPlan } from './market-plan.ts';
import {
  adjectives,
  businesses,
  creatures,
  endings,
  type JettonNames,
  majorNames,
  objects,
  unusualNames,
} from './name-parts.ts';
import { peggedJettons } from './pegged-jettons.ts';
import { type Random, randomFor } from './random.ts';

const UNUSUAL_SHARE = 0.07;

export function generateNames(plan: MarketPlan, index: number): JettonNames {
  const kind = plan.kindOf(index);
  const random = randomFor(plan.seed, 'names', index);
  if (kind === 'stable' && index === 0) return { name: 'Tether USD', symbol: 'USD₮' };
  if (kind === 'stable') return { name: `Breakwater Dollar ${index + 1}`, symbol: `BWUSD${index + 1}` };
  const pegged = plan.peggedJetton(index);
  if (pegged) return { name: pegged.name, symbol: pegged.symbol };
  const major = majorNames[index - plan.options.stables.length - peggedJettons.length];
  if (kind === 'major' && major) return major;
  if (kind === 'scam') return scamNames(random);
  if (kind !== 'lookalike')
    return random.chance(UNUSUAL_SHARE) ? random.pick(unusualNames) : inventedNames(kind, random);
  const model = lookalikeModel(plan, index);
  return makeLookalike(model === undefined ? defaultNativeCoin : generateNames(plan, model), random);
}

/** Returns the index of the jetton that a lookalike imitates, or undefined for the native coin. */
export function lookalikeModel(plan: MarketPlan, index: number): number | undefined {
  const random = randomFor(plan.seed, 'model', index);
  // The best-known jettons are imitated most.
  return random.chance(0.12) ? undefined : Math.floor(random.next() ** 1.8 * plan.leaderCount);
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

/** Parses pairs of a letter and its replacement. */
function parsePairs(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));
}

/** Identical-looking letters of other alphabets. */
const HOMOGLYPHS = parsePairs(
  'aа cс eе iі jј oо pр sѕ xх yу AА BВ CС EЕ HН IΙ KК MМ NΝ OО PР SЅ TТ UՍ XХ YΥ ZΖ ₮₸',
);
const SIMILAR_CHARACTERS = parsePairs('o0 O0 lI Il S5 B8 eë DĐ NÑ ₮T');
const INVISIBLE = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad'] as const;

/** Returns a name and a symbol that are easily confused with the given ones. */
export function makeLookalike(text: JettonNames, random: Random): JettonNames {
  const both = (change: (part: string) => string) => ({
    name: change(text.name),
    symbol: change(text.symbol),
  });
  const imitations = [
    () => both((part) => replaceSome(part, HOMOGLYPHS, random)),
    () => both((part) => replaceSome(part, HOMOGLYPHS, random)),
    () => both((part) => insertInvisible(part, random)),
    () => both((part) => replaceSome(part, SIMILAR_CHARACTERS, random)),
    () => both((part) => insertInvisible(replaceSome(part, HOMOGLYPHS, random), random)),
    () => ({ name: `${text.name} `, symbol: text.symbol }),
    () => ({ name: `${text.name} ✅`, symbol: text.symbol }),
    () => ({ name: `${text.name} (official)`, symbol: text.symbol }),
    () => text,
  ] as const;
  return random.pick(imitations)();
}

/** Replaces at least one letter if any is replaceable. */
function replaceSome(text: string, replacements: ReadonlyMap<string, string>, random: Random): string {
  const letters = Array.from(text);
  const positions = letters.flatMap((letter, index) => (replacements.has(letter) ? [index] : []));
  const guaranteed = positions[random.integer(0, Math.max(positions.length - 1, 0))];
  return letters
    .map((letter, index) => {
      const replacement = replacements.get(letter);
      return replacement !== undefined && (index === guaranteed || random.chance(0.4)) ? replacement : letter;
    })
    .join('');
}

function insertInvisible(text: string, random: Random): string {
  const letters = Array.from(text);
  const index = random.integer(1, Math.max(letters.length - 1, 1));
  return [...letters.slice(0, index), random.pick(INVISIBLE), ...letters.slice(index)].join('');
}
