import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, openAsBlob, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { StoreLocation } from '#service/store/database.ts';
import { asOf, writeLargeDataset } from './dataset.ts';
import { alignedTable, describeMachine, print } from './report.ts';
import { onEachEngine, type WithStore } from './stores.ts';

const swaps = Number(process.env.BENCH_SWAPS ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const folder = `.bench/import/${swaps}-swaps`;
const file = `${folder}/swaps.csv`;
const size = { swaps, jettons: swaps / 50, pools: (3 * swaps) / 100, traders: swaps / 10 };
const SAMPLE_MS = 100;
const CREATE_TABLE = `
  CREATE TABLE plain (
    tx_hash text, event_time bigint, lt bigint, trader_address text, pool_address text, token_sold_address text,
    token_bought_address text, amount_sold_raw numeric, amount_bought_raw numeric, volume_usd numeric,
    volume_ton numeric, reserve0_raw numeric, reserve1_raw numeric
  )`;

interface ImportRun {
  /** Milliseconds by step, in order. The first step is starting the process and opening the store. */
  readonly steps: readonly (readonly [string, number])[];
  readonly milliseconds: number;
  /** Peak resident memory of the process; 0 except on Linux. */
  readonly peakMegabytes: number;
}

await writeLargeDataset(folder, size);
const megabytes = Math.round(statSync(file).size / 2 ** 20);
const [swapCount, jettonCount] = [swaps, size.jettons].map((count) => count.toLocaleString('en'));
print(`${describeMachine()}, Node ${process.version};`);
print(`${swapCount} swaps (${megabytes} MB) of ${jettonCount} jettons; best of ${rounds}.\n`);
await onEachEngine(measure, process.env.DATABASE_URL ?? process.env.TEST_DATABASE_URL);
process.exit();

/** Prints the fastest plain COPY and the fastest import, which may be from different rounds. */
async function measure(withStore: WithStore, engine: string): Promise<void> {
  let plain = Number.POSITIVE_INFINITY;
  let best: ImportRun | undefined;
  for (let round = 0; round < rounds; round += 1) {
    await withStore(async (location) => {
      plain = Math.min(
        plain,
        'dataDir' in location
          ? await copyEmbedded(location.dataDir)
          : await copyToServer(location.databaseUrl),
      );
      const run = await runImport(location);
      if (!best || run.milliseconds < best.milliseconds) best = run;
    });
  }
  if (!best) return;
  const rows = [
    ['plain COPY of swaps.csv', plain] as const,
    ...best.steps,
    ['import', best.milliseconds] as const,
  ];
  const cells = rows.map(([name, time]) => [name, (time / 1000).toFixed(1), (time / plain).toFixed(1)]);
  print(alignedTable([[`${engine} store`, 'seconds', '× plain COPY'], ...cells]));
  print(`\nPeak memory of the process: ${Math.round(best.peakMegabytes)} MB.\n`);
}

/** Returns the milliseconds of copying swaps.csv into a table with the same columns on a server. */
async function copyToServer(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(CREATE_TABLE);
    const started = performance.now();
    const target = client.query(copyFrom('COPY plain FROM STDIN WITH (FORMAT csv, HEADER)'));
    await pipeline(createReadStream(file, { highWaterMark: 1 << 23 }), target);
    return performance.now() - started;
  } finally {
    await client.end();
  }
}

/** Returns the milliseconds of copying swaps.csv into a table with the same columns in a temporary PGlite folder. */
async function copyEmbedded(dataDir: string): Promise<number> {
  const pglite = await PGlite.create(dataDir);
  try {
    await pglite.query(CREATE_TABLE);
    const blob = await openAsBlob(file);
    const started = performance.now();
    await pglite.query("COPY plain FROM '/dev/blob' WITH (FORMAT csv, HEADER)", [], { blob });
    return performance.now() - started;
  } finally {
    await pglite.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Runs the bundled import command, next to this bundle, in a separate process. */
async function runImport(location: StoreLocation): Promise<ImportRun> {
  const script = join(dirname(process.argv[1] ?? ''), 'import.js');
  const { DATABASE_URL: _, DATA_DIR: __, ...inherited } = process.env;
  const store =
    'dataDir' in location ? { DATA_DIR: location.dataDir } : { DATABASE_URL: location.databaseUrl };
  const started = performance.now();
  const child = spawn(process.execPath, [script, folder, '--as-of', asOf.toISOString()], {
    env: { ...inherited, ...store },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const starts: (readonly [string, number])[] = [['Starting', started]];
  let peakMegabytes = 0;
  const sampling = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, peakOf(child.pid));
  }, SAMPLE_MS);
  const ended = once(child, 'close');
  let last = '';
  for await (const line of createInterface(child.stderr)) {
    last = line;
    // Lines that end with % report the progress of the current step.
    if (!line.endsWith('%')) starts.push([line, performance.now()]);
  }
  await ended;
  clearInterval(sampling);
  if (child.exitCode !== 0) throw new Error(`the import failed: ${last}`);
  const end = performance.now();
  const steps = starts.map(([step, time], index) => [step, (starts[index + 1]?.[1] ?? end) - time] as const);
  return { steps, milliseconds: end - started, peakMegabytes };
}

function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
