import type { Locator } from '@playwright/test';
import { pixelsOf } from './pixels.ts';

type Colour = [red: number, green: number, blue: number];

/** The strongest colour that an element is drawn with. */
export async function colourOf(element: Locator): Promise<Colour> {
  const { data } = await pixelsOf(element);
  let strongest: Colour = [0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const colour: Colour = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    if (strength(colour) > strength(strongest)) strongest = colour;
  }
  return strongest;
}

function strength(colour: Colour): number {
  return Math.max(...colour) - Math.min(...colour);
}
