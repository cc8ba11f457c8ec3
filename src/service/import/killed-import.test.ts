import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, rows, type StorePlace } from '#service/store/store.ts';
import { describeOnEachStore } from '#testing/describe-on-each-store.ts';
import { bundleImportCommand, type ImportCommand, type Running } from '#testing/import-command.ts';
import { addressOf, jettons, jsonLines, smallDataset, swapHeader, swapRow } from '#testing/small-dataset.ts';
import { type TextFolder, writeFolder } from '#testing/text-folder.ts';

const MINUTES = 60_000;
const SWAPS = 20_000;
const states = {
  small: { jettons: '2', swaps: '1', with_price: '1', indexes: expect.any(String) },
  large: { jettons: '3', swaps: String(SWAPS), with_price: '1', indexes: expect.any(String) },
};
type State = keyof typeof states;

let command: ImportCommand;
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

function startImport(place: StorePlace, state: State): Running {
  return command.start(place, folders[state].path, '--as-of', '2026-01-30T00:00:00Z');
}

async function reached({ process }: Running, step: string): Promise<void> {
  let text = '';
  while (process.stderr && !text.includes(step)) {
    const [chunk] = await once(process.stderr, 'data');
    text += String(chunk);
  }
}

/** Opens what is there; an incomplete state would show in a count. */
async function stateOf(place: StorePlace): Promise<State> {
  const store = await openStore(place);
  const [found] = await rows<{ jettons: string }>(
    store.db,
    sql`select (select count(*) from jetton) as jettons, (select count(*) from swap) as swaps,
          (select count(*) from jetton where price_usd is not null) as with_price,
          (select count(*) from pg_indexes where schemaname = 'jetscope') as indexes`,
  );
  await store.close();
  const state = found?.jettons === states.large.jettons ? 'large' : 'small';
  expect(found).toEqual(states[state]);
  return state;
}
