import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitizeText } from './sanitize-text.ts';

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
