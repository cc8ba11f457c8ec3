import { cpus, totalmem } from 'node:os';
import { startBenchService } from '#testing/bench/bench-service.ts';
import { launchBrowser } from './browser.ts';
import { verdictOf } from './budgets.ts';
import { measureAll, measureMemory } from './measure-all.ts';
import { preparePages } from './pages.ts';
import { writeReadme } from './readme.ts';
import { readSetting } from './setting.ts';
import { type Results, tableOf } from './table.ts';

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
  const [processor] = cpus();
  const machine = `${cpus().length} cores (${processor?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const how = `Chromium ${browser.version()}, headless; medians of ${rounds}`;
  const report = (results: Results) => {
    const said = `Measured on ${machine}, ${how}.\n\n${tableOf(results)}\n\n${verdictOf(results)}`;
    process.stdout.write(`${said}\n`);
    if (rounds >= DEFAULT_ROUNDS) writeReadme(said);
  };
  const results = await measureAll(setting, rounds);
  // Before the memory of so many rows is tried, which may be too much for the browser.
  report(results);
  report({ ...results, memory: await measureMemory(setting) });
} finally {
  await browser.close();
  await service.close();
}
process.exit();
