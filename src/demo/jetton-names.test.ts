import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeLookalike } from './jetton-names.ts';
import { hashSeed, randomFor } from './random.ts';

const model = { name: 'Beacon Pay', symbol: 'BCNP' };
const lookalikes = Array.from({ length: 400 }, (_, index) =>
  makeLookalike(model, randomFor(hashSeed('disguise'), 'test', index)),
);

test('imitates a name in many ways', () => {
  const names = new Set(lookalikes.map(({ name }) => name));
  expect(names.size).toBeGreaterThan(40);
  expect(
    lookalikes.some(({ name }) => /\p{Script=Cyrillic}/u.test(name) && /\p{Script=Latin}/u.test(name)),
  ).toBe(true);
  expect(lookalikes.some(({ symbol }) => /[\u200b-\u200d\u2060\ufeff\u00ad]/u.test(symbol))).toBe(true);
  expect(lookalikes.some(({ name }) => name.includes('0'))).toBe(true);
  expect(lookalikes.some(({ name, symbol }) => name === model.name && symbol === model.symbol)).toBe(true);
});

test('accepts any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      fc.nat(),
      (name, symbol, index) => {
        const { name: other } = makeLookalike({ name, symbol }, randomFor(hashSeed('any'), 'test', index));
        expect(other).not.toMatch(/\p{Cs}/u);
      },
    ),
  );
});
