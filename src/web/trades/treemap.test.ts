import fc from 'fast-check';
import { expect, test } from 'vitest';
import { treemap } from './treemap.ts';

const values = fc
  .array(fc.double({ min: 0.001, max: 1000, noNaN: true }), { minLength: 1, maxLength: 100 })
  .map((list) => list.toSorted((a, b) => b - a));

test('tiles have the ratios of the values, and fill the map without overlaps', () => {
  fc.assert(
    fc.property(values, fc.double({ min: 0.3, max: 5, noNaN: true }), (list, aspect) => {
      const tiles = treemap(list, aspect);
      const total = list.reduce((sum, value) => sum + value, 0);
      expect(tiles).toHaveLength(list.length);
      for (const [index, { left, top, width, height }] of tiles.entries()) {
        expect(width * height).toBeCloseTo((10_000 * (list[index] ?? 0)) / total, 3);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-6);
        expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(100 + 1e-6);
        for (const other of tiles.slice(index + 1)) {
          const across = Math.min(left + width, other.left + other.width) - Math.max(left, other.left);
          const down = Math.min(top + height, other.top + other.height) - Math.max(top, other.top);
          expect(Math.min(across, down)).toBeLessThanOrEqual(1e-6);
        }
      }
    }),
  );
});

test('equal values have tiles that are nearly square', () => {
  for (const { width, height } of treemap([1, 1, 1, 1, 1, 1], 1.5)) {
    expect(width * 1.5).toBeCloseTo(height);
  }
});
