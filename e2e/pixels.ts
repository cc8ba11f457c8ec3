import type { Locator } from '@playwright/test';

export interface Pixels {
  readonly width: number;
  /** Red, green, blue and opacity of each pixel, row by row. */
  readonly data: readonly number[];
}

/** What an element looks like, or some rows of it. */
export async function pixelsOf(element: Locator, top = 0, rows?: number): Promise<Pixels> {
  const picture = (await element.screenshot()).toString('base64');
  const page = await element.page().context().newPage();
  try {
    return await page.evaluate(
      async ({ base64, from, most }) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const { width, height } = image;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        if (!context) throw new Error('nothing to draw on');
        context.drawImage(image, 0, 0);
        return { width, data: [...context.getImageData(0, from, width, most ?? height).data] };
      },
      { base64: picture, from: top, most: rows },
    );
  } finally {
    await page.close();
  }
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where two pictures of one size differ. */
export function changedPlaces(before: Pixels, now: Pixels): Place[] {
  return placesWhere(now, (at) => [0, 1, 2].some((part) => before.data[at + part] !== now.data[at + part]));
}

/** The share of columns, from one to another, in which any pixel differs. */
export function changedShare(before: Pixels, now: Pixels, from: number, to: number): number {
  const changed = new Set(changedPlaces(before, now).map(({ x }) => x));
  return [...changed].filter((column) => column >= from && column < to).length / (to - from);
}

function placesWhere({ width, data }: Pixels, holds: (at: number) => boolean): Place[] {
  return Array.from({ length: data.length / 4 }, (_, index) => index)
    .filter((index) => holds(index * 4))
    .map((index) => ({ x: index % width, y: Math.floor(index / width) }));
}
