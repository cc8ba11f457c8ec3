import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '#contract/text.ts';
import { MIN_TYPO_LENGTH, searchGrams, searchKey, trigrams, typoTokens } from './search-text.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('ß', '₮', '🚀', 'ж'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

test('trigrams are distinct runs of three code points', () => {
  expect(trigrams('ab')).toEqual([]);
  expect(trigrams('🚀moon', 'moo')).toEqual(['🚀mo', 'moo', 'oon']);
  expect(trigrams('aaaaa')).toEqual(['aaa']);
});

test('a text contains the trigrams of its substrings', () => {
  fc.assert(
    fc.property(text, text, text, (before, part, after) => {
      const whole = trigrams(foldText(before) + foldText(part) + foldText(after));
      expect(whole).toEqual(expect.arrayContaining(trigrams(foldText(part))));
    }),
  );
});

test.each([
  ['USDТ', 'usdt'],
  ['USD₮', 'usdt'],
  ['U$DT', 'usdt'],
  ['BA$$', 'bass'],
  ['$DOGS', '$dogs'],
  ['ΝΟТ', 'not'],
  ['ｕｓｄｔ', 'usdt'],
  ['Élan', 'elan'],
  ['100$', '100$'],
  ['金狗', '金狗'],
])('the key of %s is %s', (name, key) => {
  expect(searchKey(name)).toBe(key);
});

test('a key is its own key', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(searchKey(searchKey(value))).toBe(searchKey(value));
    }),
  );
});

test('the index has a name and a symbol as wholes, their words from three letters on, and all words together', () => {
  const tokensOf = (name: string, symbol: string) =>
    searchGrams(name, symbol).filter((gram) => /^[=~]/.test(gram));
  expect(tokensOf('To the TON', '')).toEqual(['=to the ton', '~the', '~ton', '~totheton']);
  expect(tokensOf('', '$UP')).toEqual(['=up']);
});

const letters = fc.array(fc.constantFrom(...'abж🚀'), { minLength: MIN_TYPO_LENGTH, maxLength: 12 });
const at = fc.nat();

test('words that differ by one typing error have a token in common', () => {
  const typos: readonly ((word: readonly string[], index: number, letter: string) => string[])[] = [
    (word, index) => word.toSpliced(index, 1),
    (word, index, letter) => word.toSpliced(index, 0, letter),
    (word, index, letter) => word.toSpliced(index, 1, letter),
    (word, index) => word.toSpliced(index, 2, ...word.slice(index, index + 2).toReversed()),
  ];
  fc.assert(
    fc.property(
      letters,
      at,
      fc.constantFrom('x', 'a'),
      fc.constantFrom(...typos),
      (word, index, letter, typo) => {
        const typed = typo(word, index % word.length, letter);
        const tokens = new Set(typoTokens(typed.join('')));
        expect(typoTokens(word.join('')).some((token) => tokens.has(token))).toBe(true);
      },
    ),
  );
});
