import { expect, test } from 'vitest';
import { openCanvas } from './canvas.ts';
import { glyphsOf, legible } from './legible-text.ts';

const isLatin = (character: string) => character < '\u0250';

test.each([
  [['NOT', 'Notcoin'], 'NOT'],
  [['🦊 Fox', 'Parade'], '… Fox'],
  [['Fox 🦊🦊\u0335🦊'], 'Fox …'],
  [['金狗', 'Golden Dog', 'EQCQ…eCz'], 'Golden Dog'],
  [['金 狗', '犬'], '?'],
] as const)('%j is drawn as %s where there is Latin only', (texts, drawn) => {
  expect(legible(texts, isLatin)).toBe(drawn);
});

test('Inter has letters of its scripts, and nothing has what is no character', async () => {
  const hasGlyph = glyphsOf(await openCanvas());
  for (const character of 'NßżКїΩệ\u2212…₮')
    expect([character, hasGlyph(character)]).toEqual([character, true]);
  for (const character of ['\u{10FFFF}', '\u{10FFFF}', '\uE123']) expect(hasGlyph(character)).toBe(false);
});
