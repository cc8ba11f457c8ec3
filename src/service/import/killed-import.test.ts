import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '#service/open-store.ts';
import { rows, type Store, type StoreLocation } from '#service/store/database.ts';
import { type TextFolder, writeFolder } from '#testing/datasets/dataset-folder.ts';
import {
  addressOf,
  jettons,
  jsonLines,
  smallDataset,
  swapHeader,
  swapRow,
} from '#testing/datasets/small-dataset.ts';
import { type BundledCommand, bundleImportCommand, type Running } from '#testing/service/bundled-command.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { timeLimit } from '#testing/time-limit.ts';

const MINUTES = 60_000;
const SWAPS = 5_000;
const states = {
  small: { jettons: '2', swaps: '1', indexes: true },
  large: { jettons: '3', swaps: String(SWAPS), indexes: true },
};
type State = keyof typeof states;

let command: BundledCommand;
let folders: Record<State, TextFolder>;

beforeAll(async () => {
  command = await bundleImportCommand();
  const swaps = Array.from({ length: SWAPS }, (_, lt) =>
    swapRow({ lt: String(lt), event_time: String(1769600000 + lt), amount_sold_raw: String(1e9 + lt) }),
  );
  const large = {
    'jettons.json': jsonLines([...jettons, { address: addressOf('f') }]),
    'swaps.csv': `${swapHeader}\n${swaps.join('\n')}\n`,
  };
  folders = { small: await writeFolder(smallDataset()), large: await writeFolder(smallDataset(large)) };
});

afterAll(async () => {
  for (const item of [command, folders.small, folders.large]) await item.remove();
});

function startImport(location: StoreLocation, state: State): Running {
  return command.start(location, folders[state].path, '--as-of', '2026-01-30T00:00:00Z');
}

/** Reads the state of the store. An incomplete state would have other counts. */
async function readState(location: StoreLocation): Promise<State> {
  const store = await openStore(location);
  const [found] = await rows<{ jettons: string }>(
    store.db,
    sql`select (select count(*) from jetton) as jettons, (select count(*) from swap) as swaps,
          (select count(*) >= 28 from pg_indexes where schemaname = 'jetscope' and tablename = 'jetton') as indexes`,
  );
  await store.close();
  const state = found?.jettons === states.large.jettons ? 'large' : 'small';
  expect(found).toEqual(states[state]);
  return state;
}

/** Milliseconds from the start to the beginning of each step, and to the end. */
async function timeSteps(location: StoreLocation, state: State): Promise<Map<string, number>> {
  const running = startImport(location, state);
  const started = performance.now();
  const times = new Map<string, number>();
  for (const step of steps) {
    await running.reached(step);
    times.set(step, performance.now() - started);
  }
  expect(await running.outcome).toMatchObject({ code: 0 });
  return times.set('end', performance.now() - started);
}

const steps = ['Reading', 'Sorting swaps', 'Deriving markets', 'Calculating statistics', 'Building indexes'];

/** When to kill: after a share of the duration of a step. The last step ends with the schema swap. */
const killTimes: Readonly<Record<Store['engine'], readonly (readonly [step: string, share: number])[]>> = {
  embedded: [
    ['Calculating statistics', 0.5],
    ['Building indexes', 0.8],
    ['Building indexes', 1],
  ],
  server: [
    ['Sorting swaps', 0.5],
    ['Building indexes', 0.5],
    ['Building indexes', 0.8],
    ['Building indexes', 1],
  ],
};

describeOnEachStore('a killed import', (_, newLocation) => {
  test('leaves either the old or the new data, and the next import succeeds', {
    timeout: timeLimit(10 * MINUTES),
  }, async () => {
    const location = await newLocation();
    const times = await timeSteps(location, 'large');
    let state = await readState(location);
    for (const [step, share] of killTimes['dataDir' in location ? 'embedded' : 'server']) {
      const next = state === 'large' ? 'small' : 'large';
      const running = startImport(location, next);
      await running.reached(step);
      const following = times.get(steps[steps.indexOf(step) + 1] ?? 'end') ?? 0;
      // Intended delay: the time at which to kill.
      await setTimeout((following - (times.get(step) ?? 0)) * share);
      running.kill();
      await running.outcome;
      state = await readState(location);
    }
    const last = state === 'large' ? 'small' : 'large';
    expect(await startImport(location, last).outcome).toMatchObject({ code: 0 });
    expect(await readState(location)).toBe(last);
    expect(await schemas(location)).toEqual([{ name: 'jetscope' }]);
  });

  test('during the first start leaves a usable location', { timeout: timeLimit(10 * MINUTES) }, async () => {
    const started = performance.now();
    const measured = startImport(await newLocation('absent'), 'small');
    await measured.reached('Reading');
    const opening = performance.now() - started;
    measured.kill();
    await measured.outcome;
    const location = await newLocation('absent');
    // The second start finds what the first one left.
    for (const share of [0.4, 0.8]) {
      const running = startImport(location, 'large');
      // If the start is faster than measured, kill at the first step.
      await Promise.race([setTimeout(opening * share), running.reached('Reading')]);
      running.kill();
      expect(await running.outcome).toMatchObject({ signal: 'SIGKILL' });
    }
    expect(await startImport(location, 'small').outcome).toMatchObject({ code: 0 });
    expect(await readState(location)).toBe('small');
  });
});

async function schemas(location: StoreLocation): Promise<unknown[]> {
  const store = await openStore(location);
  const found = await rows(
    store.db,
    sql`select nspname as name from pg_namespace where nspname like 'jetscope%' order by 1`,
  );
  await store.close();
  return found;
}
