import { drawPicture } from '#demo/images/draw-image.ts';
import { pictureOf } from '#demo/images/image-path.ts';
import type { Drawing } from '#service/drawing.ts';
import { symbolOf } from '#service/queries/symbol.ts';
import { NotFound } from '#service/service.ts';

/** The images of the simulated market's jettons. */
export const jettonImage: Drawing = {
  path: pictureOf('{address}'),
  source: {
    name: 'picture',
    draw: async ({ store }, address) => {
      const symbol = await symbolOf(store.db, address);
      if (symbol === undefined) throw new NotFound(address);
      return { only: drawPicture(address, symbol) };
    },
  },
  variant: 'only',
};
