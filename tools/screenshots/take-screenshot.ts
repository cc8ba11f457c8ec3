import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Browser, Page } from '@playwright/test';

const WIDTH = 1440;
const HEIGHT = 900;
/** Percent; keeps text sharp and every image under 200 kB. */
const QUALITY = 85;
/** Milliseconds without a request after which a page is complete; live rows are requested every 10 s. */
const QUIET_MS = 3_000;
const CHECK_MS = 250;
/** In which a page has to become complete. */
const TIMEOUT_MS = 60_000;

/** The visible part of a page as WebP, once its data, fonts and images are loaded. */
export async function takeScreenshot(browser: Browser, url: string): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: HEIGHT },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  try {
    const page = await context.newPage();
    await untilQuiet(page, () => page.goto(url));
    return await asWebp(await page.screenshot({ animations: 'disabled' }));
  } finally {
    await context.close();
  }
}

/** Waits until the page has made no request for `QUIET_MS`. */
async function untilQuiet(page: Page, open: () => Promise<unknown>): Promise<void> {
  let pending = 0;
  let quietSince = performance.now();
  const count = (change: number) => () => {
    pending += change;
    quietSince = performance.now();
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  await open();
  const deadline = performance.now() + TIMEOUT_MS;
  while (pending > 0 || performance.now() - quietSince < QUIET_MS) {
    if (performance.now() > deadline)
      throw new Error(`${page.url()} is still loading after ${TIMEOUT_MS} ms`);
    await page.waitForTimeout(CHECK_MS);
  }
}

async function asWebp(png: Buffer): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  canvas.getContext('2d').drawImage(await loadImage(png), 0, 0);
  return canvas.encode('webp', QUALITY);
}
