import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Browser, Page } from '@playwright/test';
import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { call } from '#tools/bench/service.ts';
import { launchBrowser } from '#tools/bench/web/browser.ts';
import { BuiltService } from '#tools/soak/built-service.ts';

const COMPARED = 4;
const WATCHED = 24;

/** Paths of the dashboard's pages by the name of their screenshot, with the jettons that are traded most often. */
async function screenshotPages(origin: string) {
  const { jettons } = await call(origin, operations.getJettons, {
    sort: 'transactions24h',
    order: 'desc',
    verification: ['JVS_VERIFIED', 'JVS_COMMUNITY_VERIFIED'],
    limit: 100,
  });
  // Coins that are pegged to a currency have flat lines.
  const volatile = await call(origin, operations.getJettonStatisticsList, {
    address: jettons.map(({ metadata }) => metadata.address),
    sort: 'transactions24h',
    order: 'desc',
    limit: 100,
  }).then(({ items }) =>
    items.filter(({ priceChange }) => Math.abs(priceChange.usd.week?.changePercent ?? 0) > 2),
  );
  const [first = ''] = volatile.map(({ address }) => address);
  const { markets } = await call(origin, operations.getJettonMarkets, { address: first, limit: 1 });
  const [address, pool] = [first, markets[0]?.poolAddress ?? ''].map(toUserFriendly);
  const listed = (count: number) =>
    volatile
      .slice(0, count)
      .map((jetton) => `address=${toUserFriendly(jetton.address)}`)
      .join('&');
  return {
    screener: '/',
    jetton: `/jetton/${address}`,
    pool: `/jetton/${address}/pool/${pool}?quote=usd&average=ema20&tz=utc`,
    compare: `/compare?${listed(COMPARED)}&period=7d`,
    watchlist: `/watchlist?${listed(WATCHED)}`,
    embed: `/embed/${address}/${pool}?quote=usd&type=area&theme=light&tz=utc`,
  };
}

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
async function takeScreenshot(browser: Browser, url: string): Promise<Buffer> {
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

const FOLDER = 'docs/screenshots';

/** The same market and the same time at every run. */
const MARKET = { DEMO_JETTONS: '1500', DEMO_SEED: '1', AS_OF: '2026-01-29T07:50:00Z' };

const dataDir = mkdtempSync(join(tmpdir(), 'jetscope-screenshots-'));
const service = await BuiltService.start({
  ...MARKET,
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  API_KEYS_FILE: '',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'warn',
});
const browser = await launchBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, path] of Object.entries(await screenshotPages(service.origin))) {
    const file = `${FOLDER}/${name}.webp`;
    const image = await takeScreenshot(browser, service.origin + path);
    writeFileSync(file, image);
    process.stdout.write(`${file}: ${Math.round(image.length / 1000)} kB\n`);
  }
} finally {
  await browser.close();
  await service.stop('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
