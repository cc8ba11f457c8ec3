import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';
import { sanitizeText } from './sanitize-text.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('ß', 'ẞ', 'Σ', 'ς', 'İ', 'ı', 'ſ', '₮', '🚀', 'ж', 'ﬁ', '한', '\u0301', '\u200B'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
});

test.each([
  ['USD₮', 'usdt'],
  ['usd\u200Bt', 'usdt'],
  ['\u202EUSDT', 'usdt'],
  ['  Two \t\n words ', 'two words'],
  ['ＵＳＤＴ', 'usdt'],
  ['𝐔𝐒𝐃𝐓', 'usdt'],
  ['ﬁsh', 'fish'],
  ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
  ['σίσυφος', 'σισυφοσ'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['İstanbul', 'istanbul'],
  ['ISTANBUL', 'istanbul'],
  ['ıstanbul', 'istanbul'],
  ['Café', 'cafe'],
  ['Cafe\u0301', 'cafe'],
  ['Жетон', 'жетон'],
  ['Йод', 'иод'],
  ['🚀MOON', '🚀moon'],
])('folds %j to %j', (original, folded) => {
  expect(foldText(original)).toBe(folded);
});

test('keeps something of every text that is shown', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary', maxLength: 2 }));
  fc.assert(
    fc.property(text, (shown) => {
      expect(foldText(shown) === '').toBe(sanitizeText(shown) === '');
    }),
    { numRuns: 10_000 },
  );
});

test('composed and decomposed forms are the same', () => {
  fc.assert(
    fc.property(text, (some) => {
      expect(foldText(some.normalize('NFD'))).toBe(foldText(some.normalize('NFC')));
    }),
  );
});

test('folds words independently of their context', () => {
  const wordsOf = (some: string) => some.split(' ').filter((word) => word !== '');
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (words) => {
      expect(wordsOf(foldText(words.join(' ')))).toEqual(words.flatMap((word) => wordsOf(foldText(word))));
    }),
  );
});

test('folds every letter like its upper and lower case', () => {
  const failures: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const letter = String.fromCodePoint(point);
    const others = [letter.toUpperCase(), letter.toLowerCase()].filter((other) => other !== letter);
    if (others.some((other) => foldText(other) !== foldText(letter))) failures.push(letter);
  }
  expect(failures).toEqual([]);
});
