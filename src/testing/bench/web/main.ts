import { cpus, totalmem } from 'node:os';
import { startBenchService } from '#testing/bench/bench-service.ts';
import { launchBrowser } from './browser.ts';
import { measureAll } from './measure-all.ts';
import { preparePages } from './pages.ts';
import { writeReadme } from './readme.ts';
import { readSetting } from './setting.ts';
import { tableOf } from './table.ts';

const JETTONS = 100_000;
const FOLDER = '.bench/web';
const DEFAULT_ROUNDS = 5;

const market = { DATA_DIR: FOLDER, AS_OF: '2026-01-29T07:50:00Z', DEMO_SEED: '1' };
const service = await startBenchService(
  Number(process.env.BENCH_JETTONS ?? JETTONS),
  market,
  await preparePages(`${FOLDER}/pages`),
);
const browser = await launchBrowser();
try {
  const rounds = Number(process.env.BENCH_ROUNDS ?? DEFAULT_ROUNDS);
  const setting = await readSetting(browser, service.address);
  const table = tableOf(await measureAll(setting, rounds));
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, no graphics card; Chromium ${browser.version()}, headless; medians of ${rounds}.`;
  process.stdout.write(`${machine}\n\n${table}\n`);
  if (rounds >= DEFAULT_ROUNDS) writeReadme(`Measured on ${machine}\n\n${table}`);
} finally {
  await browser.close();
  await service.close();
}
process.exit();
