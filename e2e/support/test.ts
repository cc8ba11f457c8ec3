import { test as base, expect, type Page } from '@playwright/test';

interface Fixtures {
  /** Console messages that a test expects. Others fail it. */
  readonly expectedErrors: RegExp[];
  readonly failOnConsoleMessages: undefined;
}

function watch(page: Page, found: string[]): void {
  page.on('pageerror', (error) => found.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    if (message.type() === 'error' || message.type() === 'warning') {
      found.push(`${message.text()} (${message.location().url})`);
    }
  });
}

/** Fails tests whose page logs errors or warnings, including violations of the content security policy. */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  failOnConsoleMessages: [
    async ({ page, expectedErrors }, use) => {
      const found: string[] = [];
      watch(page, found);
      await use(undefined);
      expect(found.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
