import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { NotFoundError } from '#contract/errors.ts';
import { imagePath, renderImage } from '#demo/render-image.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { type Database, rows } from '#service/store/database.ts';

/** A route that serves SVG images rendered on request. Responses of the API link to them. */
export interface ImageRoute {
  /** Contains `{address}`, like the path of an operation. */
  readonly path: string;
  readonly renderer: ImageRenderer;
  /** Selects one of the variants that the renderer returns. */
  readonly variant: string;
  /** Path of an image with those of several jettons, and the size of each. */
  readonly sprite?: { readonly path: string; readonly width: number; readonly height: number };
}

/** Renders all image variants of a jetton from one query; they are cached together. */
export interface ImageRenderer {
  readonly name: string;
  /** Returns SVG text by variant. Throws NotFoundError for an unknown jetton. */
  render(context: ServiceContext, address: RawAddress): Promise<Readonly<Record<string, string>>>;
}

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

/** Returns undefined if the jetton does not exist. */
async function queryJettonSymbol(db: Database, address: RawAddress): Promise<string | undefined> {
  const [row] = await rows<{ symbol: string }>(db, sql`select symbol from jetton where address = ${address}`);
  return row?.symbol;
}

const IPFS = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{32,}(?:\/[^?#]*)?)$/;
const IPFS_GATEWAY = 'https://ipfs.io/ipfs/';

/** Returns the URL from which an image is loaded through this service; undefined if it cannot be. */
export function proxiedSource(image: string): string | undefined {
  const url = image.trim().replace(IPFS, `${IPFS_GATEWAY}$1`);
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}

/** Identifies an image of a jetton, so that only its images can be requested through this service. */
export function imageHash(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 16);
}

export function proxiedImagePath(address: string, hash: string): string {
  return `/images/${address}/${hash}.webp`;
}

/** Returns the URL of the image of a jetton with this hash. */
export async function findProxiedImage(
  db: Database,
  address: RawAddress,
  hash: string,
): Promise<string | undefined> {
  const [row] = await rows<Record<'image' | 'offchainImage', string | null>>(
    db,
    sql`select image, offchain_image as "offchainImage" from jetton where address = ${address}`,
  );
  const sources = [row?.image, row?.offchainImage].flatMap(
    (image) => (image ? proxiedSource(image) : []) ?? [],
  );
  return sources.find((source) => imageHash(source) === hash);
}
