import type { Locator, Page } from '@playwright/test';
import { type Colour, pixelsOf } from './pixels.ts';

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

/** One of the theme's colours as it is drawn. */
export function themeColour(page: Page, name: string): Promise<Colour> {
  return page.evaluate((property) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) throw new Error('nothing to draw on');
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(property);
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue] as const;
  }, name);
}
