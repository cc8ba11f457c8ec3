import type { Page } from '@playwright/test';
import { STATUS_PATH, status } from '#contract/status.ts';

/** Makes the page treat the service as one with a running clock, which it polls. */
export async function withRunningClock(page: Page): Promise<void> {
  await page.route(`**${STATUS_PATH}`, async (route) => {
    const body = status.parse(await (await route.fetch()).json());
    await route.fulfill({ json: { ...body, clockFixed: false } });
  });
}
