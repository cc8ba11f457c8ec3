import type { Locator } from '@playwright/test';

/** The strongest colour that an element is drawn with: red, green, blue. */
export async function colourOf(element: Locator): Promise<[number, number, number]> {
  const picture = (await element.screenshot()).toString('base64');
  const page = await element.page().context().newPage();
  try {
    return await page.evaluate(async (base64): Promise<[number, number, number]> => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('nothing to draw on');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let strongest: [number, number, number] = [0, 0, 0];
      const strength = (colour: readonly number[]) => Math.max(...colour) - Math.min(...colour);
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = data.slice(at, at + 3);
        if (strength([red, green, blue]) > strength(strongest)) strongest = [red, green, blue];
      }
      return strongest;
    }, picture);
  } finally {
    await page.close();
  }
}
