import type { Locator, Page } from '@playwright/test';
import { type Color, screenshotPixels } from './pixels.ts';

/** Returns the most saturated color of the rendered element. */
export async function mostSaturatedColor(element: Locator): Promise<Color> {
  const { data } = await screenshotPixels(element);
  let mostSaturated: Color = [0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const color: Color = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    if (saturation(color) > saturation(mostSaturated)) mostSaturated = color;
  }
  return mostSaturated;
}

function saturation(color: Color): number {
  return Math.max(...color) - Math.min(...color);
}

/** Returns the RGB value of a theme color, given by its CSS custom property. */
export function themeColor(page: Page, name: string): Promise<Color> {
  return page.evaluate((property) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) throw new Error('no canvas context');
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(property);
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue] as const;
  }, name);
}
