import type { Locator, Page } from '@playwright/test';

export interface Pixels {
  readonly width: number;
  /** Red, green, blue and opacity of each pixel, row by row. */
  readonly data: Uint8Array;
}

/** What an element looks like, or some rows of it. */
export async function pixelsOf(element: Locator, top = 0, rows?: number): Promise<Pixels> {
  return pixelsOfPng(element.page(), await element.screenshot(), top, rows);
}

/** A picture, or some rows of it; those before the first are counted from the end. */
export async function pixelsOfPng(beside: Page, png: Buffer, top = 0, rows?: number): Promise<Pixels> {
  const page = await beside.context().newPage();
  try {
    const { width, bytes } = await page.evaluate(
      async ({ base64, from, most }) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const { width, height } = image;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        if (!context) throw new Error('nothing to draw on');
        context.drawImage(image, 0, 0);
        const first = from < 0 ? height + from : from;
        const count = Math.min(most ?? height, height - first);
        const reader = new FileReader();
        const read = new Promise((resolve) => reader.addEventListener('load', resolve));
        reader.readAsDataURL(new Blob([context.getImageData(0, first, width, count).data]));
        await read;
        const { result } = reader;
        return { width, bytes: (typeof result === 'string' && result.split(',').at(-1)) || '' };
      },
      { base64: png.toString('base64'), from: top, most: rows },
    );
    return { width, data: Buffer.from(bytes, 'base64') };
  } finally {
    await page.close();
  }
}

export type Colour = readonly [red: number, green: number, blue: number];

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where two pictures of one size differ. */
export function changedPlaces(before: Pixels, now: Pixels): Place[] {
  return placesWhere(now, (at) => [0, 1, 2].some((part) => before.data[at + part] !== now.data[at + part]));
}

/** Where a picture has a colour, or one so near to it in each part. */
export function placesOf(pixels: Pixels, colour: Colour, near = 0): Place[] {
  return placesWhere(pixels, (at) =>
    colour.every((value, part) => Math.abs(value - (pixels.data[at + part] ?? 0)) <= near),
  );
}

/** The share of columns, from one to another, in which any pixel differs. */
export function changedShare(before: Pixels, now: Pixels, from: number, to: number): number {
  const changed = new Set(changedPlaces(before, now).map(({ x }) => x));
  return [...changed].filter((column) => column >= from && column < to).length / (to - from);
}

function placesWhere({ width, data }: Pixels, holds: (at: number) => boolean): Place[] {
  const places: Place[] = [];
  for (let index = 0; index * 4 < data.length; index += 1)
    if (holds(index * 4)) places.push({ x: index % width, y: Math.floor(index / width) });
  return places;
}
