import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Locator, Page } from '@playwright/test';

export interface Pixels {
  readonly width: number;
  /** RGBA values, row by row. */
  readonly data: Uint8ClampedArray;
}

/** Returns a screenshot of an element, or `rows` rows of it starting at `top`. */
export async function screenshotPixels(element: Locator, top = 0, rows?: number): Promise<Pixels> {
  return decodePng(await element.screenshot(), top, rows);
}

/** Decodes a PNG, or `rows` rows of it starting at `top`. A negative `top` counts from the end. */
export async function decodePng(png: Buffer, top = 0, rows?: number): Promise<Pixels> {
  const image = await loadImage(png);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const first = top < 0 ? height + top : top;
  return context.getImageData(0, first, width, Math.min(rows ?? height, height - first));
}

export type Color = readonly [red: number, green: number, blue: number];

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the pixels that differ between two images of the same size. */
export function changedPixels(before: Pixels, now: Pixels): Point[] {
  return pixelsWhere(now, (at) =>
    [0, 1, 2].some((channel) => before.data[at + channel] !== now.data[at + channel]),
  );
}

/** Returns the pixels of a color, with a tolerance per channel. */
export function pixelsOfColor(pixels: Pixels, color: Color, tolerance = 0): Point[] {
  return pixelsWhere(pixels, (at) =>
    color.every((value, channel) => Math.abs(value - (pixels.data[at + channel] ?? 0)) <= tolerance),
  );
}

/** Returns the share of columns from `from` to `to` in which any pixel differs. */
export function changedColumnShare(before: Pixels, now: Pixels, from: number, to: number): number {
  const changed = new Set(changedPixels(before, now).map(({ x }) => x));
  return [...changed].filter((column) => column >= from && column < to).length / (to - from);
}

function pixelsWhere({ width, data }: Pixels, matches: (at: number) => boolean): Point[] {
  const points: Point[] = [];
  for (let index = 0; index * 4 < data.length; index += 1)
    if (matches(index * 4)) points.push({ x: index % width, y: Math.floor(index / width) });
  return points;
}

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
