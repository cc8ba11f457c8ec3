import type { Random } from '#demo/random.ts';

interface Text {
  readonly name: string;
  readonly symbol: string;
}

/** Identical-looking letters of other alphabets. */
const HOMOGLYPHS = new Map(
  Object.entries({
    a: 'а',
    c: 'с',
    e: 'е',
    i: 'і',
    j: 'ј',
    o: 'о',
    p: 'р',
    s: 'ѕ',
    x: 'х',
    y: 'у',
    A: 'А',
    B: 'В',
    C: 'С',
    E: 'Е',
    H: 'Н',
    I: 'Ι',
    K: 'К',
    M: 'М',
    N: 'Ν',
    O: 'О',
    P: 'Р',
    S: 'Ѕ',
    T: 'Т',
    U: 'Ս',
    X: 'Х',
    Y: 'Υ',
    Z: 'Ζ',
    '₮': '₸',
  }),
);
const SIMILAR_CHARACTERS = new Map(
  Object.entries({ o: '0', O: '0', l: 'I', I: 'l', S: '5', B: '8', e: 'ë', D: 'Đ', N: 'Ñ', '₮': 'T' }),
);
const INVISIBLE = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad'] as const;

/** Returns a name and a symbol that are easily confused with the given ones. */
export function makeLookalike(text: Text, random: Random): Text {
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
