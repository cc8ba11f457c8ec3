import { font, type NewCanvas } from './canvas.ts';
import type { Called } from './card-text.ts';

const SIZE = 24;
const PLAIN = /^[\p{ASCII}\p{M}]$/u;
/** No character ever: drawn as what no font has. */
const NOTHING = '\u{10FFFE}';
const MOST_KNOWN = 10_000;
const OMITTED = '…';

/** What of some names is drawn. */
export type Read = (texts: Called) => string;

/** Tells which characters some font of this machine has: its others are drawn as empty boxes. */
export function glyphsOf(newCanvas: NewCanvas): (character: string) => boolean {
  const pen = newCanvas(SIZE, SIZE).getContext('2d');
  const known = new Map<string, boolean>();
  const picture = (character: string) => {
    pen.clearRect(0, 0, SIZE, SIZE);
    pen.font = font(SIZE * 0.6, 400);
    pen.fillText(character, 2, SIZE * 0.75);
    return Buffer.from(pen.getImageData(0, 0, SIZE, SIZE).data);
  };
  const box = picture(NOTHING);
  return (character) => {
    if (PLAIN.test(character)) return true;
    const isDrawn = known.get(character) ?? !picture(character).equals(box);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(character, isDrawn);
    return isDrawn;
  };
}

/** The first text of which something can be read; what in it no font has is left out visibly. */
export function legible(texts: Called, hasGlyph: (character: string) => boolean): string {
  const shown = texts.map((text) => withoutBoxes(text, hasGlyph));
  return shown.find((text) => /[^\s…]/.test(text)) ?? '?';
}

function withoutBoxes(text: string, hasGlyph: (character: string) => boolean): string {
  return Array.from(text, (character) => (hasGlyph(character) ? character : OMITTED))
    .join('')
    .replace(/…[…\p{M}]*/gu, OMITTED);
}
