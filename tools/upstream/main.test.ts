import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { type BundledCommand, bundleCommand } from '#testing/service/bundled-command.ts';
import { freePort } from '#testing/service/free-ports.ts';
import { feedMarket } from './feed-market.ts';

const { files } = feedMarket(generateMarket(1), { formats: { dedust: 'dedust' } });
const NO_STORE = { dataDir: '' };

let command: BundledCommand;
beforeAll(async () => {
  command = await bundleCommand('tools/upstream/main.ts');
});
afterAll(() => command.remove());

/** Returns the status of the list of pools and their number, as soon as the server accepts connections. */
async function readPools(base: string) {
  const response = await vi.waitFor(() => fetch(`${base}/dedust/v2/pools`), {
    timeout: 30_000,
    interval: 50,
  });
  return { status: response.status, pools: Object.keys(await response.json()).length };
}

test('serves a folder, prints its URL, and continues on the same port after a kill', async () => {
  await withDatasetFolder(files, async (folder) => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const args = [folder, '--port', String(port), '--now', '2026-12-31T00:00:00Z'];
    for (const faults of ['{}', '{"probabilities":{"serverError":1}}']) {
      const running = command.start(NO_STORE, ...args, '--faults', faults);
      expect(await readPools(base)).toMatchObject({ status: faults === '{}' ? 200 : 500 });
      await fetch(`${base}/_control`, { method: 'POST', body: '{"faults":null}' });
      expect(await readPools(base)).toEqual({ status: 200, pools: files.pools.length });
      running.kill();
      expect((await running.outcome).output).toBe(`${base}\n`);
    }
  });
});

test.each([
  [[], 'Missing argument FOLDER'],
  [['folder', '--port', 'x'], '--port: ✖ Invalid'],
  [['folder', '--now', 'x'], '--now: expected a timestamp such as'],
  [['folder', '--faults', '{"speed":2}'], '--faults: ✖ Unrecognized key'],
  [['folder', '--speed', '2'], 'Unknown argument "--speed"; see --help'],
])('rejects the arguments %j', async (args, message) => {
  await withDatasetFolder(files, async (folder) => {
    const replaced = args.map((argument) => (argument === 'folder' ? folder : argument));
    const { code, errors } = await command.start(NO_STORE, ...replaced).outcome;
    expect(errors).toContain(message);
    expect(code).toBe(1);
  });
});
