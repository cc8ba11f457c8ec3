import { expect, test } from 'vitest';
import { loadCanvas } from './canvas.ts';
import { createGlyphDetector, selectLegibleText } from './legible-text.ts';

const isLatin = (character: string) => character < '\u0250';

test.each([
  [['NOT', 'Notcoin'], 'NOT'],
  [['🦊 Fox', 'Parade'], '… Fox'],
  [['Fox 🦊🦊\u0335🦊'], 'Fox …'],
  [['金狗', 'Golden Dog', 'EQCQ…eCz'], 'Golden Dog'],
  [['金 狗', '犬'], '?'],
] as const)('%j is shown as %s if only Latin is supported', (texts, shown) => {
  expect(selectLegibleText(texts, isLatin)).toBe(shown);
});

test('Inter has glyphs of its scripts; no font has glyphs of noncharacters and private-use characters', async () => {
  const hasGlyph = createGlyphDetector(await loadCanvas());
  for (const character of 'NßżКїΩệ\u2212…₮')
    expect([character, hasGlyph(character)]).toEqual([character, true]);
  for (const character of ['\u{10FFFF}', '\uE123']) expect(hasGlyph(character)).toBe(false);
});
