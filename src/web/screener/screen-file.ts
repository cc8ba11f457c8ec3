import * as z from 'zod/mini';
import { cleanName } from '#web/kit/device/names.ts';

export const MAX_SCREENS = 200;
// Fits 100 addresses of 48 characters with their keys, plus the other filters.
const MAX_QUERY_LENGTH = 10_000;

/** A named screen. `query` is the URL query including the question mark, empty for the default screen. */
export interface SavedScreen {
  readonly name: string;
  readonly query: string;
}

export const savedScreen = z.object({
  name: z.string().check(z.refine((text) => cleanName(text) === text, 'invalid name')),
  query: z.string().check(z.regex(/^(\?.*)?$/), z.maxLength(MAX_QUERY_LENGTH)),
});

const savedScreens = z.array(savedScreen).check(
  z.maxLength(MAX_SCREENS),
  z.refine((screens) => new Set(screens.map(({ name }) => name)).size === screens.length, 'duplicate name'),
);

const screenFile = z.object({
  format: z.literal('jetscope screens'),
  version: z.literal(1),
  screens: savedScreens,
});

/** Returns the JSON text of an export file. */
export function serializeScreenFile(screens: readonly SavedScreen[]): string {
  return `${JSON.stringify({ format: 'jetscope screens', version: 1, screens }, undefined, 2)}\n`;
}

/** Returns the screens of an export file, or undefined if any part of it is invalid. */
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
  /** Number of screens beyond the maximum. */
  readonly skipped: number;
}

/** Merges screens: replaces those with the same name in place and appends new ones. */
export function mergeScreens(
  existing: readonly SavedScreen[],
  imported: readonly SavedScreen[],
): MergeResult {
  const byName = new Map(existing.map((screen) => [screen.name, screen]));
  const added = imported.filter(({ name }) => !byName.has(name));
  const fitting = added.slice(0, Math.max(MAX_SCREENS - existing.length, 0));
  const replacing = imported.filter(({ name }) => byName.has(name));
  for (const screen of [...replacing, ...fitting]) byName.set(screen.name, screen);
  return {
    screens: [...byName.values()],
    added: fitting.length,
    replaced: replacing.filter(({ name, query }) =>
      existing.some((old) => old.name === name && old.query !== query),
    ).length,
    skipped: added.length - fitting.length,
  };
}
