import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeLookalike } from './jetton-names.ts';
import { hashSeed, randomFor } from './random.ts';
import { renderImage } from './render-image.ts';

describe('jetton names', () => {
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
});

describe('render image', () => {
  const address = fc
    .bigInt({ min: 0n, max: 2n ** 256n - 1n })
    .map((value) => `0:${value.toString(16).padStart(64, '0')}`);
  const symbol = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('<script>', '"&amp;', '🐸', '月猫', 'ẞ', ''),
  );

  test('renders the same well-formed SVG for the same address and any symbol', () => {
    fc.assert(
      fc.property(address, symbol, (raw, text) => {
        const image = renderImage(raw, text);
        expect(image).toBe(renderImage(raw, text));
        expect(unclosed(image)).toEqual([]);
        expect(image).not.toMatch(/NaN|undefined|Infinity|script|href|&(?!amp;|lt;|gt;|quot;)/);
      }),
      { numRuns: 300 },
    );
  });

  test('renders different images for different addresses', () => {
    const images = Array.from({ length: 300 }, (_, index) =>
      renderImage(`0:${String(index).padStart(64, '0')}`, 'TEST'),
    );
    expect(new Set(images).size).toBeGreaterThan(290);
  });

  /** Returns the elements without a matching end tag, or any remaining text with angle brackets. */
  function unclosed(svg: string): string[] {
    const open: string[] = [];
    const rest = svg.replaceAll(
      /<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<]*")*)(\/?)>/g,
      (_, closing: string, name: string, __, empty: string) => {
        if (closing && open.at(-1) === name) open.pop();
        else if (!empty) open.push(closing + name);
        return '';
      },
    );
    return /[<>]/.test(rest) ? [rest] : open;
  }
});
