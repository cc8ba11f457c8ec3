import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Browser } from '@playwright/test';

const WIDTH = 1440;
const HEIGHT = 900;
/** Percent; keeps text sharp and every image under 200 kB. */
const QUALITY = 85;
/** Milliseconds for charts and price lines after their data has arrived. */
const SETTLE_MS = 1_500;

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
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.waitForTimeout(SETTLE_MS);
    return await asWebp(await page.screenshot({ animations: 'disabled' }));
  } finally {
    await context.close();
  }
}

async function asWebp(png: Buffer): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  canvas.getContext('2d').drawImage(await loadImage(png), 0, 0);
  return canvas.encode('webp', QUALITY);
}
