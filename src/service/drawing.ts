import type { Service } from './service.ts';

/** Pictures at one kind of path, drawn on request; answers point at them. */
export interface Drawing {
  /** With names in braces, as an operation's path. */
  readonly path: string;
  /** SVG text, or a NotFound. */
  draw(service: Service, parameters: Readonly<Record<string, string>>): Promise<string>;
}
