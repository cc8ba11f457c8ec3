import type { Random } from '#demo/random.ts';
import type { JettonNames } from './name-parts.ts';

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
