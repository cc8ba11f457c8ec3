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
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('%j is shown as %j', (text, shown) => {
  expect(sanitizeText(text)).toBe(shown);
});

test('clean text is one line, nothing in it is unseen, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const clean = sanitizeText(text);
      expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]| {2}|^ | $/u);
      expect(sanitizeText(clean)).toBe(clean);
    }),
  );
});
