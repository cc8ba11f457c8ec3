import type { RawAddress } from '#contract/address.ts';
import type { Service } from './service.ts';

/** SVG drawings at one kind of path, made on request; answers point at them. */
export interface Drawing {
  /** With `{address}` in it, as in an operation's path. */
  readonly path: string;
  readonly source: DrawingSource;
  /** Which of the source's drawings is at that path. */
  readonly variant: string;
}

/** Makes the drawings of a jetton that take the same query: they are made and cached together. */
export interface DrawingSource {
  readonly name: string;
  /** SVG texts by variant, or a NotFound. */
  draw(service: Service, address: RawAddress): Promise<Readonly<Record<string, string>>>;
}
