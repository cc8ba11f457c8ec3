import { parseAddress } from '#contract/address.ts';
import { drawPicture } from '#service/demo/draw-picture.ts';
import { pictureOf } from '#service/demo/picture-path.ts';
import type { Drawing } from '#service/drawing.ts';
import { symbolOf } from '#service/queries/symbol.ts';
import { InvalidValue, NotFound } from '#service/service.ts';

/** The pictures of the simulated market's jettons. */
export const pictureDrawing: Drawing = {
  path: pictureOf('{address}'),
  draw: async ({ store }, { address = '' }) => {
    const raw = parseAddress(address);
    if (raw === undefined) throw new InvalidValue(address);
    const symbol = await symbolOf(store.db, raw);
    if (symbol === undefined) throw new NotFound(address);
    return drawPicture(raw, symbol);
  },
};
