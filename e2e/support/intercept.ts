import type { Page, Route } from '@playwright/test';
import { STATUS_PATH, status } from '#contract/status.ts';

/** Holds the requests that match until the returned function is called. `settle` then sends them, by default. */
export async function holdRequests(
  page: Page,
  url: Parameters<Page['route']>[0],
  settle: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await settle(route);
  });
  return release;
}

/** Makes the page treat the service as one with a running clock, which it polls. */
export async function withRunningClock(page: Page): Promise<void> {
  // Once, because a page that is closed cancels requests.
  const body = status.parse(await (await page.request.get(STATUS_PATH)).json());
  await page.route(`**${STATUS_PATH}`, (route) => route.fulfill({ json: { ...body, clockFixed: false } }));
}
