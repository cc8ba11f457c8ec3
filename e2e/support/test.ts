import { test as base, expect, type Page } from '@playwright/test';

interface Fixtures {
  /** Console errors that a test provokes: the others fail it. */
  readonly expectedErrors: RegExp[];
  readonly quietConsole: undefined;
}

function watch(page: Page, found: string[]): void {
  page.on('pageerror', (error) => found.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      found.push(`${message.text()} (${message.location().url})`);
    }
  });
}

/** Every test also fails for what its page wrote to the console: faults, and what the page's policy refused. */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  quietConsole: [
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
