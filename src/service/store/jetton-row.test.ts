import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '#contract/fold-text.ts';
import { trigrams } from './jetton-row.ts';

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
