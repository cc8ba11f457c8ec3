import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

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

export interface AccessibilityOptions {
  /** Selectors of the parts to check. By default, the whole page is checked. */
  readonly parts?: readonly string[];
  /** Rules to check instead of all. */
  readonly rules?: readonly string[];
  /** Rules not to check. */
  readonly except?: readonly string[];
}

/** The rules whose results depend on colors. They take most of axe's time. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Expects the page to have no accessibility violations of any impact. */
export async function expectAccessible(
  page: Page,
  { parts = [], rules, except }: AccessibilityOptions = {},
): Promise<void> {
  const axe = new AxeBuilder({ page })
    // Without other types of results, which are most of the data that axe returns.
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) })
    // Runs axe in the page only. Otherwise, results are sent through another page, to merge those of frames.
    .setLegacyMode();
  for (const part of parts) axe.include(part);
  if (except) axe.disableRules([...except]);
  await finishTransitions(page);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

/** Waits for transitions, during which colors lack contrast. */
function finishTransitions(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}
