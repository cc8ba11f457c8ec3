import { type BrowserContext, test as base, expect } from '@playwright/test';

interface Fixtures {
  /** Console messages that a test expects. Others fail it. */
  readonly expectedErrors: RegExp[];
  readonly failOnConsoleMessages: undefined;
}

function watch(context: BrowserContext, found: string[]): void {
  // Also unhandled rejections.
  context.on('weberror', (failure) => {
    const error = failure.error();
    found.push(error.stack || error.message);
  });
  context.on('console', (message) => {
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    if (message.type() === 'error' || message.type() === 'warning') {
      found.push(`${message.text()} (${message.location().url})`);
    }
  });
}

/** Fails tests whose pages log errors or warnings, including violations of the content security policy. */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  failOnConsoleMessages: [
    async ({ context, expectedErrors }, use) => {
      const found: string[] = [];
      watch(context, found);
      await use(undefined);
      // Responses that a test has delayed or changed may arrive after its end.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(found.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
