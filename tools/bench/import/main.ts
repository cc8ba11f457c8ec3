import { mkdirSync, rmSync, statSync } from 'node:fs';
import { createDatabase } from '#testing/stores/create-database.ts';
import { startThrowawayServer } from '#testing/stores/throwaway-postgres.ts';
import { describeMachine } from '#tools/bench/describe-machine.ts';
import { alignedTable } from '#tools/bench/web/markdown-table.ts';
import { writeLargeDataset } from './large-dataset.ts';
import { measureEmbeddedCopy, measureServerCopy } from './plain-copy.ts';
import { type ImportRun, runImport } from './run-import.ts';

const WORK = '.bench/import';
const swaps = Number(process.env.BENCH_SWAPS ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** `embedded` or `server`; default both. */
const only = process.env.BENCH_ONLY;

const folder = `${WORK}/${swaps}-swaps`;
const file = `${folder}/swaps.csv`;
const size = { swaps, jettons: swaps / 50, pools: (3 * swaps) / 100, traders: swaps / 10 };

interface Round {
  readonly plain: number;
  readonly run: ImportRun;
}

mkdirSync(WORK, { recursive: true });
await writeLargeDataset(folder, size);
const megabytes = Math.round(statSync(file).size / 2 ** 20);
print(`${describeMachine()}, Node ${process.version};`);
print(
  `${swaps.toLocaleString('en')} swaps (${megabytes} MB) of ${size.jettons.toLocaleString('en')} jettons; best of ${rounds}.\n`,
);
if (only !== 'server') report('embedded', await measure(onFolder));
if (only !== 'embedded') await measureServer();
process.exit();

async function measureServer(): Promise<void> {
  const given = process.env.DATABASE_URL ?? process.env.TEST_DATABASE_URL;
  const { url, remove } =
    given === undefined ? await startThrowawayServer([]) : { url: given, remove: async () => undefined };
  try {
    report('server', await measure(() => onDatabase(url)));
  } finally {
    await remove();
  }
}

async function measure(round: () => Promise<Round>): Promise<Round[]> {
  const results: Round[] = [];
  while (results.length < rounds) results.push(await round());
  return results;
}

async function onFolder(): Promise<Round> {
  const DATA_DIR = `${WORK}/data`;
  const plain = await measureEmbeddedCopy(file, DATA_DIR);
  const run = await runImport(folder, { DATA_DIR });
  rmSync(DATA_DIR, { recursive: true });
  return { plain, run };
}

async function onDatabase(serverUrl: string): Promise<Round> {
  const { location, remove } = await createDatabase(serverUrl);
  try {
    const plain = await measureServerCopy(file, location.databaseUrl);
    return { plain, run: await runImport(folder, { DATABASE_URL: location.databaseUrl }) };
  } finally {
    await remove();
  }
}

/** Prints the fastest plain COPY and the fastest import, which may be from different rounds. */
function report(store: string, results: readonly Round[]): void {
  const plain = Math.min(...results.map((round) => round.plain));
  const [best] = results.map(({ run }) => run).toSorted((a, b) => a.milliseconds - b.milliseconds);
  if (!best) return;
  const rows = [
    [`${store} store`, 'seconds', '× plain COPY'],
    ['plain COPY of swaps.csv', plain],
    ...best.steps,
    ['import', best.milliseconds],
  ] as const;
  const cells = rows.map(([name, time, share]) =>
    typeof time === 'number'
      ? [name, (time / 1000).toFixed(1), (time / plain).toFixed(1)]
      : [name, time, share ?? ''],
  );
  print(alignedTable(cells));
  print(`\nPeak memory of the process: ${Math.round(best.peakMegabytes)} MB.\n`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
