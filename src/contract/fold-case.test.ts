import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeLimit } from '#testing/time-limit.ts';
import { foldCase } from './fold-case.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('ß', 'ẞ', 'Σ', 'ς', 'İ', 'ı', 'ſ', '₮', '🚀', 'ж'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

test.each([
  ['USD₮', 'usd₮'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
  ['σίσυφος', 'σίσυφοσ'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['Жетон', 'жетон'],
  ['🚀MOON', '🚀moon'],
])('folds %s to %s', (original, folded) => {
  expect(foldCase(original)).toBe(folded);
});

test('folds substrings independently of their context', () => {
  fc.assert(
    fc.property(text, text, text, (before, part, after) => {
      fc.pre(!/[\uD800-\uDBFF]$/.test(before + part) && !/^[\uDC00-\uDFFF]/.test(part + after));
      expect(foldCase(before + part + after)).toBe(foldCase(before) + foldCase(part) + foldCase(after));
    }),
  );
});

test('folds every letter like its upper and lower case', { timeout: timeLimit(60_000) }, () => {
  const failures: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const letter = String.fromCodePoint(point);
    const folded = foldCase(letter);
    const others = [folded, letter.toUpperCase(), letter.toLowerCase()].map(foldCase);
    if (others.some((other) => other !== folded)) failures.push(letter);
  }
  expect(failures).toEqual([]);
});
