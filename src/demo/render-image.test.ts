import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderImage } from './render-image.ts';

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
