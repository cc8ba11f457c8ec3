import { type CreateCanvas, font } from './canvas.ts';
import type { NameCandidates } from './card-content.ts';

const SIZE = 24;
const PLAIN = /^[\p{ASCII}\p{M}]$/u;
/** A noncharacter, which every font draws as the box for missing glyphs. */
const MISSING_GLYPH = '\u{10FFFE}';
const MAX_CACHED = 10_000;
const OMITTED = '…';

/** Selects the text to draw from candidates. */
export type SelectText = (texts: NameCandidates) => string;

/** Creates a function that returns whether any font on this machine has a glyph for a character. */
export function createGlyphDetector(createCanvas: CreateCanvas): (character: string) => boolean {
  const context = createCanvas(SIZE, SIZE).getContext('2d');
  const cache = new Map<string, boolean>();
  const rasterize = (character: string) => {
    context.clearRect(0, 0, SIZE, SIZE);
    context.font = font(SIZE * 0.6, 400);
    context.fillText(character, 2, SIZE * 0.75);
    return Buffer.from(context.getImageData(0, 0, SIZE, SIZE).data);
  };
  const missing = rasterize(MISSING_GLYPH);
  return (character) => {
    if (PLAIN.test(character)) return true;
    const hasGlyph = cache.get(character) ?? !rasterize(character).equals(missing);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(character, hasGlyph);
    return hasGlyph;
  };
}

/** Returns the first text with any legible character. Characters without a glyph are replaced by an ellipsis. */
export function selectLegibleText(texts: NameCandidates, hasGlyph: (character: string) => boolean): string {
  const legible = texts.map((text) => omitMissingGlyphs(text, hasGlyph));
  return legible.find((text) => /[^\s…]/.test(text)) ?? '?';
}

function omitMissingGlyphs(text: string, hasGlyph: (character: string) => boolean): string {
  return Array.from(text, (character) => (hasGlyph(character) ? character : OMITTED))
    .join('')
    .replace(/…[…\p{M}]*/gu, OMITTED);
}
