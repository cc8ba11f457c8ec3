import * as z from 'zod/mini';
import { createPersistedStore } from './persisted-store.ts';
import { type MergeResult, mergeScreens, type SavedScreen, savedScreens } from './screen-file.ts';

interface SavedScreens {
  readonly screens: readonly SavedScreen[];
}

const kept = z.object({ screens: savedScreens });

export const useSavedScreens = createPersistedStore<SavedScreens>(
  'jetscope.screens',
  (stored) => z.safeParse(kept, stored).data ?? { screens: [] },
);

/** Adds screens, or replaces those of the same name; `screenName` makes a name of what somebody typed. */
export function saveScreens(more: readonly SavedScreen[]): MergeResult {
  const merged = mergeScreens(useSavedScreens.getState().screens, more);
  useSavedScreens.setState({ screens: merged.screens });
  return merged;
}

export function removeScreen(gone: string): void {
  useSavedScreens.setState(({ screens }) => ({ screens: screens.filter(({ name }) => name !== gone) }));
}

/** Takes the place of another screen of that name. */
export function renameScreen(from: string, to: string): void {
  useSavedScreens.setState(({ screens }) => ({
    screens: screens
      .filter(({ name }) => name === from || name !== to)
      .map((screen) => (screen.name === from ? { ...screen, name: to } : screen)),
  }));
}
