import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Operation, operations } from '#contract/operations.ts';
import type { Store } from '#service/store/database.ts';
import { EmbeddedEngine } from '#service/store/embedded/embedded-engine.ts';
import type { Statement } from '#service/store/embedded/embedded-protocol.ts';
import { completeMarket } from '#testing/datasets/complete-market.ts';
import { generateMarket } from '#testing/market/market-generator.ts';
import { Random } from '#testing/market/random.ts';
import { exhaustiveInputs } from '#testing/requests/valid-inputs.ts';
import { importGenerated } from '#testing/service/imported-service.ts';
import { ingest } from '#testing/stores/ingest.ts';
import { openInMemoryStore } from '#testing/stores/test-store.ts';
import { batchOf, importStart } from './schedule.ts';

// The tables that grow with every swap can be distributed by pool only if no frequent statement needs all of their rows.

/** Columns of the pool, or of what belongs to one, and the time. */
const accessColumns: Readonly<Record<string, RegExp>> = {
  swap: /\bpool_id\b|"time"/,
  trade: /\b(market_id|jetton_id)\b|"time"/,
};

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The scans of those tables that do not find their rows by a pool or time. */
function fullScans(node: PlanNode): string[] {
  const { 'Relation Name': table = '', 'Node Type': type, Plans: inner = [] } = node;
  const columns = accessColumns[table];
  const condition = node['Index Cond'] ?? node['Recheck Cond'] ?? '';
  const own =
    columns && type.endsWith('Scan') && !columns.test(condition) ? [`${type} on ${table} ${condition}`] : [];
  return [...own, ...inner.flatMap(fullScans)];
}

let store: Store;
/** Whether statements are being watched. */
let isWatching = false;
let found: string[];
let explained: number;

async function explain(run: EmbeddedEngine['run'], { text, parameters = [] }: Statement): Promise<void> {
  if (!/^\s*(with|select|insert|update|delete)\b/i.test(text) || !/\b(swap|trade)\b/.test(text)) return;
  const { rows } = await run({ text: `explain (format json) ${text}`, parameters });
  const [row] = rows as [{ 'QUERY PLAN': string }];
  const [{ Plan: plan }] = JSON.parse(row['QUERY PLAN']) as [{ Plan: PlanNode }];
  explained += 1;
  for (const scan of fullScans(plan)) found.push(`${scan}: ${text.replaceAll(/\s+/g, ' ')}`);
}

beforeAll(async () => {
  const start = EmbeddedEngine.start.bind(EmbeddedEngine);
  vi.spyOn(EmbeddedEngine, 'start').mockImplementation(async (options) => {
    const engine = await start(options);
    const run = engine.run.bind(engine);
    vi.spyOn(engine, 'run').mockImplementation(async (statement) => {
      if (isWatching) await explain(run, statement);
      return await run(statement);
    });
    return engine;
  });
  store = await openInMemoryStore();
});
afterEach(() => {
  isWatching = false;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await store.close();
});

/** Starts to watch statements, which use an index and nested loops wherever possible. */
async function watch(): Promise<void> {
  for (const option of ['seqscan', 'hashjoin', 'mergejoin'])
    await store.db.execute(sql.raw(`set enable_${option} to off`));
  [isWatching, found, explained] = [true, [], 0];
}

test('every operation finds swaps and trades by pool or time', async () => {
  const { client, world } = await importGenerated(store, completeMarket());
  await watch();
  for (const operation of Object.values(operations) as Operation[])
    for (const input of exhaustiveInputs(operation, world).slice(0, 5)) await client.call(operation, input);
  expect(found).toEqual([]);
  expect(explained).toBeGreaterThan(0);
});

test('rounds find swaps and trades by pool or time', async () => {
  const market = generateMarket(1);
  const start = market.clock.getTime() - 600_000;
  const { dataset, pending, pendingPools } = await importStart(store, market, new Date(start), new Random(1));
  const absent = new Set(pendingPools.map(({ address }) => address));
  const swaps = pending.filter(({ pool }) => !absent.has(pool));
  await watch();
  for (let round = 1; round <= 5; round += 1) {
    const batch = batchOf(dataset, pendingPools.splice(0, 1), swaps.splice(0, 10));
    expect((await ingest(store, new Date(start + 60_000 * round), batch)).outcome).toBe('done');
  }
  expect(found).toEqual([]);
  expect(explained).toBeGreaterThan(0);
});
