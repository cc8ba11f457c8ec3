import type { Page } from '@playwright/test';
import { test } from './test.ts';

export const colorSchemes = ['dark', 'light'] as const;

/** Runs checks of the open page with each window width and color scheme. */
export async function forEachAppearance(
  page: Page,
  widths: readonly number[],
  check: (width: number) => Promise<void>,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme });
      await test.step(`${colorScheme}, ${width} pixels wide`, () => check(width));
    }
  }
}

/** Returns the width of the page's content, which exceeds that of the window if the page scrolls sideways. */
export function contentWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
