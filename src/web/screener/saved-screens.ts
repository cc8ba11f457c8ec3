import * as z from 'zod/mini';
import { asArray, asFields } from '#web/api/client/fields.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';
import { type MergeResult, mergeScreens, type SavedScreen, savedScreen } from './screen-file.ts';

interface SavedScreens {
  readonly screens: readonly SavedScreen[];
}

export const useSavedScreens = createPersistedStore<SavedScreens>('jetscope.screens', (stored) => {
  const screens = asArray(asFields(stored).screens).flatMap(
    (screen) => z.safeParse(savedScreen, screen).data ?? [],
  );
  return { screens: mergeScreens([], screens).screens };
});

/** Adds screens, or replaces those with the same name. Names must come from `cleanName`. */
export function saveScreens(more: readonly SavedScreen[]): MergeResult {
  const merged = mergeScreens(useSavedScreens.getState().screens, more);
  useSavedScreens.setState({ screens: merged.screens });
  return merged;
}

export function removeScreen(removed: string): void {
  useSavedScreens.setState(({ screens }) => ({ screens: screens.filter(({ name }) => name !== removed) }));
}

/** Renames a screen. Replaces an existing screen with the new name. */
export function renameScreen(from: string, to: string): void {
  useSavedScreens.setState(({ screens }) => ({
    screens: screens
      .filter(({ name }) => name === from || name !== to)
      .map((screen) => (screen.name === from ? { ...screen, name: to } : screen)),
  }));
}
