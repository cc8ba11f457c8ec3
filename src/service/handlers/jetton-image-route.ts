import { drawPicture } from '#demo/images/draw-image.ts';
import { pictureOf } from '#demo/images/image-path.ts';
import type { ImageRoute } from '#service/image-route.ts';
import { queryJettonSymbol } from '#service/queries/jetton-symbol.ts';
import { NotFoundError } from '#service/service.ts';

/** Serves the images of the simulated market's jettons. */
export const jettonImageRoute: ImageRoute = {
  path: pictureOf('{address}'),
  renderer: {
    name: 'picture',
    render: async ({ store }, address) => {
      const symbol = await queryJettonSymbol(store.db, address);
      if (symbol === undefined) throw new NotFoundError(address);
      return { only: drawPicture(address, symbol) };
    },
  },
  variant: 'only',
};
