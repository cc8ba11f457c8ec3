import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '#tools/bench/web/browser.ts';
import { ServiceUnderTest } from '#tools/soak/service-under-test.ts';
import { screenshotPages } from './screenshot-pages.ts';
import { takeScreenshot } from './take-screenshot.ts';

const FOLDER = 'docs/screenshots';

/** The same market and the same time at every run. */
const MARKET = { DEMO_JETTONS: '1500', DEMO_SEED: '1', AS_OF: '2026-01-29T07:50:00Z' };

const dataDir = mkdtempSync(join(tmpdir(), 'jetscope-screenshots-'));
const service = await ServiceUnderTest.start({
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
