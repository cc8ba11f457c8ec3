import type { Page } from '@playwright/test';
import { STATUS_PATH, status } from '#contract/status.ts';

/** Makes the page treat the service as one with a running clock, which it polls. */
export async function withRunningClock(page: Page): Promise<void> {
  // Once, because a page that is closed cancels requests.
  const body = status.parse(await (await page.request.get(STATUS_PATH)).json());
  await page.route(`**${STATUS_PATH}`, (route) => route.fulfill({ json: { ...body, clockFixed: false } }));
}
