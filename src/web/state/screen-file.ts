import * as z from 'zod/mini';
import { sanitizeText } from '#contract/format/sanitize-text.ts';

export const MAX_SCREENS = 200;
const NAME_MAX = 60;
// A hundred addresses of 48 letters, each with its key, and room for the rest.
const QUERY_MAX = 10_000;

/** A screen under a name; its query is that of the address bar, with the question mark, empty for the default screen. */
export interface SavedScreen {
  readonly name: string;
  readonly query: string;
}

/** The name as it is kept: one visible line; undefined where nothing of it is. */
export function cleanScreenName(text: string): string | undefined {
  return [...sanitizeText(text)].slice(0, NAME_MAX).join('').trim() || undefined;
}

const savedScreen = z.object({
  name: z.string().check(z.refine((text) => cleanScreenName(text) === text, 'not a name')),
  query: z.string().check(z.regex(/^(\?.*)?$/), z.maxLength(QUERY_MAX)),
});

export const savedScreens = z.array(savedScreen).check(
  z.maxLength(MAX_SCREENS),
  z.refine((screens) => new Set(screens.map(({ name }) => name)).size === screens.length, 'twice'),
);

const screenFile = z.object({
  format: z.literal('jetscope screens'),
  version: z.literal(1),
  screens: savedScreens,
});

/** JSON text to be kept elsewhere. */
export function serializeScreenFile(screens: readonly SavedScreen[]): string {
  return `${JSON.stringify({ format: 'jetscope screens', version: 1, screens }, undefined, 2)}\n`;
}

/** Its screens, or undefined for any other text: a file is taken whole or not at all. */
export function parseScreenFile(text: string): readonly SavedScreen[] | undefined {
  try {
    return z.safeParse(screenFile, JSON.parse(text)).data?.screens;
  } catch {
    return undefined;
  }
}

export interface MergeResult {
  readonly screens: readonly SavedScreen[];
  readonly added: number;
  readonly replaced: number;
  /** Found no place. */
  readonly skipped: number;
}

/** Screens of the same name are replaced where they stand, new ones come behind. */
export function mergeScreens(known: readonly SavedScreen[], more: readonly SavedScreen[]): MergeResult {
  const byName = new Map(known.map((screen) => [screen.name, screen]));
  const fresh = more.filter(({ name }) => !byName.has(name));
  const fitting = fresh.slice(0, Math.max(MAX_SCREENS - known.length, 0));
  const replacing = more.filter(({ name }) => byName.has(name));
  for (const screen of [...replacing, ...fitting]) byName.set(screen.name, screen);
  return {
    screens: [...byName.values()],
    added: fitting.length,
    replaced: replacing.filter(({ name, query }) =>
      known.some((old) => old.name === name && old.query !== query),
    ).length,
    skipped: fresh.length - fitting.length,
  };
}
