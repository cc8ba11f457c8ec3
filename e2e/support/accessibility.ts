import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

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
