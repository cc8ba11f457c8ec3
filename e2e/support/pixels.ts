import type { Locator, Page } from '@playwright/test';

export interface Pixels {
  readonly width: number;
  /** RGBA values, row by row. */
  readonly data: Uint8Array;
}

/** Returns a screenshot of an element, or `rows` rows of it starting at `top`. */
export async function screenshotPixels(element: Locator, top = 0, rows?: number): Promise<Pixels> {
  return decodePng(element.page(), await element.screenshot(), top, rows);
}

/** Decodes a PNG in a new tab next to `opener`, or `rows` rows of it starting at `top`. A negative `top` counts from the end. */
export async function decodePng(opener: Page, png: Buffer, top = 0, rows?: number): Promise<Pixels> {
  const page = await opener.context().newPage();
  try {
    const { width, bytes } = await page.evaluate(
      async ({ base64, from, maxRows }) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const { width, height } = image;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        if (!context) throw new Error('no canvas context');
        context.drawImage(image, 0, 0);
        const first = from < 0 ? height + from : from;
        const count = Math.min(maxRows ?? height, height - first);
        const reader = new FileReader();
        const read = new Promise((resolve) => reader.addEventListener('load', resolve));
        reader.readAsDataURL(new Blob([context.getImageData(0, first, width, count).data]));
        await read;
        const { result } = reader;
        return { width, bytes: (typeof result === 'string' && result.split(',').at(-1)) || '' };
      },
      { base64: png.toString('base64'), from: top, maxRows: rows },
    );
    return { width, data: Buffer.from(bytes, 'base64') };
  } finally {
    await page.close();
  }
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
