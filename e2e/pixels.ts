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
