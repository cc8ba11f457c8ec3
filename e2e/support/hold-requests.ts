import type { Page, Route } from '@playwright/test';

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
