import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePair } from './search.ts';
import { foldText, sanitizeText, visibleCharacters } from './text.ts';

describe('sanitize text', () => {
  test.each([
    ['  Tether \t USD\n', 'Tether USD'],
    ['USD\u200BT\uFEFF', 'USDT'],
    ['\u202Etpircs\u202C', 'tpircs'],
    ['a\u2066b\u2069', 'ab'],
    ['NO\u00ADT', 'NOT'],
    ['\u3164\u2800\u115F', ''],
    ['🅿️', '🅿️'],
    ['金狗 TON', '金狗 TON'],
    ['\uD800x', '\uFFFDx'],
    [`Z${'\u0335'.repeat(40)}`, `Z${'\u0335'.repeat(4)}`],
    ['\u0FB2\u0F80', ''],
    ['\u0F76', ''],
    ['\uFF9E', ''],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('sanitizes %j to %j', (text, sanitized) => {
    expect(sanitizeText(text)).toBe(sanitized);
  });

  test('returns one line of visible characters and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const sanitized = sanitizeText(text);
        expect(sanitized).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]| {2}|^ | $/u);
        expect(sanitizeText(sanitized)).toBe(sanitized);
      }),
    );
  });
});

test('visible characters are those of a segmenter', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const anyString = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(
        'a',
        ' ',
        'é',
        '\u00AD',
        'Ж',
        'ω',
        '₮',
        '\u0301',
        '\u0483',
        '🚀',
        '\u200D',
        '\uFE0F',
      ),
    }),
    fc.constantFrom('🇺🇦a', '\r\n', 'é👩‍🚀'),
  );
  fc.assert(
    fc.property(anyString, (text) => {
      const expected = Array.from(segmenter.segment(text), ({ segment }) => segment);
      expect([...visibleCharacters(text)]).toEqual(expected);
    }),
  );
});

describe('fold text', () => {
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
});

describe('parse pair', () => {
  test.each([
    ['NOT/TON', ['NOT', 'TON'], true],
    [' not - usdt ', ['not', 'usdt'], true],
    ['not–usdt', ['not', 'usdt'], true],
    ['not ton', ['not', 'ton'], false],
    ['my coin/ton', ['my coin', 'ton'], true],
  ] as const)('%s', (text, sides, isExplicit) => {
    expect(parsePair(text)).toEqual({ sides, isExplicit });
  });

  test.each(['', 'not', 'not/', '/ton', 'a/b/c', 'a b c'])('%o is no pair', (text) => {
    expect(parsePair(text)).toBeUndefined();
  });
});
