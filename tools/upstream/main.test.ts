import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { type BundledCommand, bundleCommand, type Running } from '#testing/service/bundled-command.ts';
import { freePort } from '#testing/service/free-ports.ts';
import { feedMarket } from './feed-market.ts';
import { fetchJson, type ReportedSwap, readDedust, uniqueSwaps } from './market-readers.ts';
import { type UpstreamMarket, upstreamMarketOf } from './upstream-market.ts';

const generated = feedMarket(generateMarket(1), { formats: { dedust: 'dedust' } });
const NO_STORE = { dataDir: '' };
const WAIT_OPTIONS = { timeout: 30_000, interval: 50 };

let command: BundledCommand;
let market: UpstreamMarket;
beforeAll(async () => {
  command = await bundleCommand('tools/upstream/main.ts');
  market = await upstreamMarketOf(generated.files);
});
afterAll(() => command.remove());

/** Reads all swaps as soon as the server accepts connections. */
async function readWhenReady(base: string): Promise<ReportedSwap[]> {
  await vi.waitFor(() => fetchJson(`${base}/_control`), WAIT_OPTIONS);
  return readDedust(base);
}

async function kill(running: Running): Promise<string> {
  running.kill();
  return (await running.outcome).output;
}

test('serves a folder, prints its URL, and continues on the same port after a kill', async () => {
  await withDatasetFolder(generated.files, async (folder) => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const end = '2026-12-31T00:00:00Z';
    for (let start = 0; start < 3; start += 1) {
      const running = command.start(NO_STORE, folder, '--port', String(port), '--now', end);
      expect(await readWhenReady(base)).toEqual(uniqueSwaps(market.swaps));
      expect(await kill(running)).toBe(`${base}\n`);
    }
  });
});

test('starts with faults, which the control endpoint ends', async () => {
  await withDatasetFolder(generated.files, async (folder) => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const faults = JSON.stringify({ probabilities: { serverError: 1 } });
    const running = command.start(NO_STORE, folder, '--port', String(port), '--faults', faults);
    await expect(readWhenReady(base)).rejects.toThrow('status 500');
    const body = JSON.stringify({ faults: null, now: '2026-12-31T00:00:00Z' });
    await fetch(`${base}/_control`, { method: 'POST', body });
    expect(await readDedust(base)).toEqual(uniqueSwaps(market.swaps));
    await kill(running);
  });
});

test.each([
  [[], 'Missing argument FOLDER'],
  [['folder', '--port', 'x'], 'not a valid port'],
  [['folder', '--now', 'x'], '--now: expected a timestamp such as'],
  [['folder', '--faults', '{"speed":2}'], '--faults: ✖ Unrecognized key'],
  [['folder', '--format', 'stonfi=csv'], 'expected EXCHANGE=FORMAT'],
  [['folder', '--speed', '2'], 'Unknown argument "--speed"; see --help'],
])('rejects the arguments %j', async (args, message) => {
  await withDatasetFolder(generated.files, async (folder) => {
    const replaced = args.map((argument) => (argument === 'folder' ? folder : argument));
    const { code, errors } = await command.start(NO_STORE, ...replaced).outcome;
    expect(errors).toContain(message);
    expect(code).toBe(1);
  });
});
