import type { RawAddress } from '#contract/address.ts';
import type { Service } from '#service/config/context.ts';

/** A route that serves SVG images rendered on request. Responses of the API link to them. */
export interface ImageRoute {
  /** Contains `{address}`, like the path of an operation. */
  readonly path: string;
  readonly renderer: ImageRenderer;
  /** Selects one of the variants that the renderer returns. */
  readonly variant: string;
}

/** Renders all image variants of a jetton from one query; they are cached together. */
export interface ImageRenderer {
  readonly name: string;
  /** Returns SVG text by variant. Throws NotFoundError for an unknown jetton. */
  render(service: Service, address: RawAddress): Promise<Readonly<Record<string, string>>>;
}
