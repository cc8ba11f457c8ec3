import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { NotFoundError } from '#contract/errors.ts';
import { imagePath, renderImage } from '#demo/render-image.ts';
import type { Clock, ServiceContext } from '#service/config/context.ts';
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

export interface RenderedImages {
  /** SVG text by variant. */
  readonly variants: Readonly<Record<string, string>>;
  /** Identifies what was drawn, if there are versions. */
  readonly source?: string | undefined;
}

/** Renders all image variants of a jetton from one query; they are cached together. */
export interface ImageRenderer {
  readonly name: string;
  /** If links to images of several jettons may contain a version. */
  readonly versions?: ImageVersions;
  /** Returns the images at the time of the clock. Throws NotFoundError for an unknown jetton. */
  render(context: ServiceContext, address: RawAddress): Promise<RenderedImages>;
}

/** Versions identify the content of images by what they are drawn from, so that images of a version never change. */
export interface ImageVersions {
  /** Returns the time that a version claims to be of; undefined if none of that time is linked to. */
  timeOf(version: string, clock: Clock): Date | undefined;
  /** Returns the version of an image of the sources at a time. */
  versionOf(at: Date, sources: readonly string[]): string;
}

/** Name of the query parameter with the version of an image. */
export const VERSION_PARAMETER = 'v';

/** Serves the images of the simulated market's jettons. */
export const jettonImageRoute: ImageRoute = {
  path: imagePath('{address}'),
  renderer: {
    name: 'jetton-image',
    render: async ({ store }, address) => {
      const symbol = await queryJettonSymbol(store.db, address);
      if (symbol === undefined) throw new NotFoundError(address);
      return { variants: { only: renderImage(address, symbol) } };
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

/** Whether the URL of an image is that of its content. */
export function isContentAddressed(source: string): boolean {
  return source.startsWith(IPFS_GATEWAY);
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
