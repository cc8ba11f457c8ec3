import { NotFoundError } from '#contract/request-errors.ts';
import { imagePath, renderImage } from '#demo/render-image.ts';
import type { ImageRoute } from './image-route.ts';
import { queryJettonSymbol } from './jetton-symbol.ts';

/** Serves the images of the simulated market's jettons. */
export const jettonImageRoute: ImageRoute = {
  path: imagePath('{address}'),
  renderer: {
    name: 'jetton-image',
    render: async ({ store }, address) => {
      const symbol = await queryJettonSymbol(store.db, address);
      if (symbol === undefined) throw new NotFoundError(address);
      return { only: renderImage(address, symbol) };
    },
  },
  variant: 'only',
};
