import type { Page } from '@playwright/test';
import { type AccessibilityOptions, COLOR_RULES } from './accessibility.ts';
import { test } from './test.ts';

export const colorSchemes = ['dark', 'light'] as const;

/**
 * Runs checks of the open page with each window width, in light colors only with the widest and the narrowest, between which
 * no other elements appear. `accessibility` limits axe to the rules that the previous check does not answer.
 */
export async function forEachAppearance(
  page: Page,
  widths: readonly number[],
  check: (width: number, accessibility: AccessibilityOptions) => Promise<void>,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of colorSchemes) {
      const isLight = colorScheme === 'light';
      if (isLight && width < Math.max(...widths) && width > Math.min(...widths)) continue;
      await page.emulateMedia({ colorScheme });
      const accessibility = isLight ? { rules: COLOR_RULES } : {};
      await test.step(`${colorScheme}, ${width} pixels wide`, () => check(width, accessibility));
    }
  }
}

/** Returns the width of the page's content, which exceeds that of the window if the page scrolls sideways. */
export function contentWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
