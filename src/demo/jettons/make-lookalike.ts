import type { Random } from '#demo/random.ts';

interface Text {
  readonly name: string;
  readonly symbol: string;
}

/** Letters of other alphabets that look the same. */
const TWINS = new Map(
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
const NEIGHBOURS = new Map(
  Object.entries({ o: '0', O: '0', l: 'I', I: 'l', S: '5', B: '8', e: 'ë', D: 'Đ', N: 'Ñ', '₮': 'T' }),
);
const INVISIBLE = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad'] as const;

/** Makes a name and a symbol that a hasty reader takes for the given ones. */
export function makeLookalike(text: Text, random: Random): Text {
  const both = (change: (part: string) => string) => ({
    name: change(text.name),
    symbol: change(text.symbol),
  });
  const ways = [
    () => both((part) => replaceSome(part, TWINS, random)),
    () => both((part) => replaceSome(part, TWINS, random)),
    () => both((part) => insertInvisible(part, random)),
    () => both((part) => replaceSome(part, NEIGHBOURS, random)),
    () => both((part) => insertInvisible(replaceSome(part, TWINS, random), random)),
    () => ({ name: `${text.name} `, symbol: text.symbol }),
    () => ({ name: `${text.name} ✅`, symbol: text.symbol }),
    () => ({ name: `${text.name} (official)`, symbol: text.symbol }),
    () => text,
  ] as const;
  return random.pick(ways)();
}

/** One letter at least, where there is one to replace. */
function replaceSome(text: string, twins: ReadonlyMap<string, string>, random: Random): string {
  const letters = Array.from(text);
  const places = letters.flatMap((letter, place) => (twins.has(letter) ? [place] : []));
  const certain = places[random.integer(0, Math.max(places.length - 1, 0))];
  return letters
    .map((letter, place) => {
      const twin = twins.get(letter);
      return twin !== undefined && (place === certain || random.chance(0.4)) ? twin : letter;
    })
    .join('');
}

function insertInvisible(text: string, random: Random): string {
  const letters = Array.from(text);
  const place = random.integer(1, Math.max(letters.length - 1, 1));
  return [...letters.slice(0, place), random.pick(INVISIBLE), ...letters.slice(place)].join('');
}
