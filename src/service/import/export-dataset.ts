import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asc, between, gt, sql } from 'drizzle-orm';
import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { currencies } from '#contract/enums.ts';
import { type Progress, silentProgress } from '#service/config/progress.ts';
import { type Database, rows, type Store } from '#service/store/database.ts';
import { readDataset } from '#service/store/dataset.ts';
import { fx, jetton, jettonMultiplier, jettonWarning, pool } from '#service/store/schema.ts';
import { allOf, timeConditions } from '#service/store/sql-text.ts';
import { OperatorError } from '#service/store/store-errors.ts';
import { MAX_DECIMAL_LENGTH, MAX_LINKS } from '#service/validation/limits.ts';
import type { FileName } from './dataset-files.ts';
import { holderColumns } from './load-assets.ts';
import { holderCountColumns } from './load-holder-counts.ts';
import { optionalSwapColumns, requiredSwapColumns } from './swap-row-converter.ts';

export interface ExportOptions {
  /** A folder that does not exist. */
  readonly folder: string;
  /** Limits the swaps to [from, to). */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface ExportResult {
  readonly jettons: number;
  readonly pools: number;
  readonly swaps: number;
  readonly dates: number;
  /** Swaps that a dataset cannot contain, because they were stored without their trader. */
  readonly withoutTrader: number;
  /** Fixed clock of the data. */
  readonly asOf: Date | null;
}

/**
 * Writes the store's data as a dataset folder, from which an import restores all values. jettons.json is written last: without
 * it, no import accepts the folder of an export that was interrupted. Throws OperatorError if the store is empty.
 */
export async function exportDataset(
  store: Store,
  options: ExportOptions,
  progress: Progress = silentProgress,
): Promise<ExportResult> {
  const dataset = await readDataset(store.db);
  if (!dataset) throw new OperatorError('The store contains no data');
  await mkdir(dirname(options.folder), { recursive: true });
  await mkdir(options.folder);
  const writing = store.read((db) => writeFiles(db, options, progress));
  const counts = await writing.catch(async (error: unknown) => {
    await rm(options.folder, { recursive: true });
    throw error;
  });
  progress.finish();
  return { ...counts, asOf: dataset.asOf };
}

async function writeFiles(db: Database, { folder, from, to }: ExportOptions, progress: Progress) {
  const write = (name: FileName, chunks: AsyncIterable<string> | Iterable<string>) =>
    pipeline(Readable.from(chunks), createWriteStream(join(folder, name)));
  progress.start('Writing assets', 1);
  const jettons = await db.select({ id: jetton.id, address: jetton.address }).from(jetton);
  const addresses = new Map<number, RawAddress>([
    [0, TON_ADDRESS],
    ...jettons.map(({ id, address }) => [id, address] as const),
  ]);
  const pools = await db.select().from(pool).orderBy(asc(pool.id));
  const rates = await readRates(db);
  await write('fx.csv', rateLines(rates));
  await write('holders.csv', holderLines(db));
  await write('holder-counts.csv', holderCountLines(db));
  await write('pools.json', jsonArray([pools.map((row) => poolOf(row, addresses))]));
  const counts = { swaps: 0, withoutTrader: 0 };
  const sides = new Map(pools.map((row) => [row.id, sidesOf(row, addresses)]));
  progress.start('Writing swaps', Math.max(1, ...sides.keys()));
  await write('swaps.csv', swapLines(db, { from, to }, sides, counts, progress));
  progress.start('Writing jettons', 1);
  await write('jettons.json', jsonArray(jettonPages(db)));
  return { jettons: jettons.length, pools: pools.length, dates: rates.size, ...counts };
}

/** Yields a JSON array with an element per line. */
async function* jsonArray(
  pages: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages) {
    for (const element of page) {
      yield separator + JSON.stringify(element);
      separator = ',\n';
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

const JETTON_PAGE = 2_000;

async function* jettonPages(db: Database): AsyncGenerator<object[]> {
  for (let last = 0; ; ) {
    const page = await db
      .select()
      .from(jetton)
      .where(gt(jetton.id, last))
      .orderBy(jetton.id)
      .limit(JETTON_PAGE);
    const end = page.at(-1)?.id;
    if (end === undefined) return;
    const warnings = await db
      .select()
      .from(jettonWarning)
      .where(between(jettonWarning.jettonId, last + 1, end));
    const multipliers = await db
      .select()
      .from(jettonMultiplier)
      .where(between(jettonMultiplier.jettonId, last + 1, end));
    const [warningsOf, multipliersOf] = [byJetton(warnings), byJetton(multipliers)];
    yield page.map((row) => jettonOf(row, warningsOf.get(row.id), multipliersOf.get(row.id)));
    last = end;
  }
}

function byJetton<Row extends { readonly jettonId: number }>(found: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of found) groups.set(row.jettonId, [...(groups.get(row.jettonId) ?? []), row]);
  return groups;
}

function jettonOf(
  row: typeof jetton.$inferSelect,
  warnings: readonly (typeof jettonWarning.$inferSelect)[] = [],
  multipliers: readonly (typeof jettonMultiplier.$inferSelect)[] = [],
): object {
  const urls = row.links.map(({ url }) => url);
  const sources = [...new Set(warnings.map(({ source }) => source))];
  return {
    address: row.address,
    name: row.name,
    symbol: row.symbol,
    decimals: row.decimals,
    image: optional(row.image),
    description: optional(row.description),
    offchainImage: optional(row.offchainImage),
    offchainDescription: optional(row.offchainDescription),
    ...(urls.length > 0 && { websites: urls.slice(0, MAX_LINKS), social: urls.slice(MAX_LINKS) }),
    admin: optional(row.admin),
    offchainAdmin: optional(row.offchainAdmin),
    totalSupply: optional(row.totalSupply),
    circulatingSupply: optional(row.circulatingSupply),
    mintable: optional(row.mintable),
    modifiedContract: optional(row.modifiedContract),
    verification: row.verification,
    createdAt: optional(row.createdAt),
    holdersCount: row.holdersCount?.toString(),
    holdersChangedAt: optional(row.holdersChangedAt),
    ...(sources.length > 0 && {
      warnings: sources.map((source) => ({
        source,
        kinds: warnings.filter((warning) => warning.source === source).map(({ kind }) => kind),
      })),
    }),
    ...(multipliers.length > 0 && {
      multipliers: multipliers.map(({ source, since, numerator, denominator }) => ({
        source,
        since,
        numerator: optional(numerator),
        denominator: optional(denominator),
      })),
    }),
    trustScore: optional(row.givenTrustScore),
    trustScoreUpdatedAt: optional(row.givenTrustScoreUpdatedAt),
  };
}

function poolOf(row: typeof pool.$inferSelect, addresses: ReadonlyMap<number, RawAddress>): object {
  return {
    address: row.address,
    exchange: row.exchange,
    asset0: addresses.get(row.asset0),
    asset1: addresses.get(row.asset1),
    type: row.type,
    createdAt: optional(row.createdAt),
    reserve0: optional(row.reserve0),
    reserve1: optional(row.reserve1),
    reservesAt: optional(row.reservesAt),
  };
}

/** Leaves out missing values, which JSON.stringify would write as null. */
function optional<Value>(value: Value | null): Value | undefined {
  return value ?? undefined;
}

/** Returns the rates by date and currency. */
async function readRates(db: Database): Promise<Map<string, Map<string, string>>> {
  const dates = new Map<string, Map<string, string>>();
  for (const { date, code, rate } of await db.select().from(fx).orderBy(fx.date)) {
    const rates = dates.get(date) ?? new Map<string, string>();
    dates.set(date, rates.set(code, shortDecimal(rate)));
  }
  return dates;
}

function* rateLines(dates: ReadonlyMap<string, ReadonlyMap<string, string>>): Generator<string> {
  yield csvLine(['date', ...currencies]);
  for (const [date, rates] of dates) yield csvLine([date, ...currencies.map((code) => rates.get(code))]);
}

const PAGE_SIZE = 20_000;

interface HolderRow {
  readonly token: RawAddress;
  readonly time: string;
  readonly owner: RawAddress;
  readonly balance: string;
  /** 0 if unknown: less than what the holders have is unknown in a dataset. Without it, the jetton's would count. */
  readonly supply: string;
  readonly kind: string | null;
  readonly name: string | null;
}

/** Feeds also store holders of tokens that are neither jettons nor pools, which a dataset cannot contain. */
async function* holderLines(db: Database): AsyncGenerator<string> {
  yield csvLine([...holderColumns.required, ...holderColumns.optional]);
  let after = sql`('', '')`;
  for (;;) {
    const page = await rows<HolderRow>(
      db,
      sql`select h.token, extract(epoch from s.time)::int8::text as time, h.owner, h.balance::text as balance,
          coalesce(s.supply, 0)::text as supply, h.kind, h.name
        from holder h join holder_snapshot s on s.token = h.token
        where (h.token, h.owner) > ${after} and (
          exists (select from jetton where address = h.token) or exists (select from pool where address = h.token)
        ) order by h.token, h.owner limit ${PAGE_SIZE}`,
    );
    yield page
      .map(({ token, time, owner, balance, supply, kind, name }) =>
        csvLine([token, time, owner, balance, supply, kind, name === null ? null : quoted(name)]),
      )
      .join('');
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = sql`(${last.token}, ${last.owner})`;
  }
}

interface HolderCountRow {
  readonly id: number;
  readonly address: RawAddress;
  readonly time: string;
  readonly count: string;
}

/** The numbers of holders before the current one, which is in jettons.json. */
async function* holderCountLines(db: Database): AsyncGenerator<string> {
  yield csvLine(holderCountColumns);
  let after = sql`(0, timestamptz '-infinity')`;
  for (;;) {
    const page = await rows<HolderCountRow>(
      db,
      sql`select j.id, j.address, iso(h.time) as time, h.count::text as count
        from jetton_holders h join jetton j on j.id = h.jetton_id
        where (h.jetton_id, h.time) > ${after}
          and (h.time, h.count) is distinct from (j.holders_changed_at, j.holders_count)
        order by h.jetton_id, h.time limit ${PAGE_SIZE}`,
    );
    yield page.map(({ address, time, count }) => csvLine([address, time, count])).join('');
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = sql`(${last.id}::integer, ${last.time}::timestamptz)`;
  }
}

interface SwapRow {
  readonly poolId: number;
  readonly time: string;
  readonly lt: string;
  /** Null if the swap was stored before traders were. */
  readonly trader: RawAddress | null;
  readonly sold0: boolean;
  readonly amount0: string;
  readonly amount1: string;
  readonly volumeUsd: string | null;
  readonly reserve0: string | null;
  readonly reserve1: string | null;
  readonly txHash: string | null;
}

interface PoolSides {
  readonly address: RawAddress;
  readonly asset0: RawAddress | undefined;
  readonly asset1: RawAddress | undefined;
}

function sidesOf(
  { address, asset0, asset1 }: typeof pool.$inferSelect,
  addresses: ReadonlyMap<number, RawAddress>,
): PoolSides {
  return { address, asset0: addresses.get(asset0), asset1: addresses.get(asset1) };
}

/** Yields swaps.csv in the order of pools and logical time, and counts the swaps. */
async function* swapLines(
  db: Database,
  { from, to }: Pick<ExportOptions, 'from' | 'to'>,
  sides: ReadonlyMap<number, PoolSides>,
  counts: { swaps: number; withoutTrader: number },
  progress: Progress,
): AsyncGenerator<string> {
  yield csvLine([...requiredSwapColumns, ...optionalSwapColumns]);
  const range = allOf(timeConditions(sql`s.time`, { from, to }));
  let after = sql`(0, 0)`;
  for (;;) {
    const page = await rows<SwapRow>(
      db,
      sql`select s.pool_id as "poolId", extract(epoch from s.time)::int8::text as time, s.lt::text as lt,
          t.address as trader, s.sold0, s.amount0::text as amount0, s.amount1::text as amount1,
          s.volume_usd::text as "volumeUsd", s.reserve0::text as reserve0, s.reserve1::text as reserve1,
          encode(s.tx_hash, 'hex') as "txHash"
        from swap s left join trader t on t.id = s.trader_id
        where (s.pool_id, s.lt) > ${after} and ${range}
        order by s.pool_id, s.lt limit ${PAGE_SIZE}`,
    );
    const lines = page.map((row) => swapLine(row, sides.get(row.poolId)));
    const written = lines.filter((line) => line !== undefined);
    counts.swaps += written.length;
    counts.withoutTrader += lines.length - written.length;
    yield written.join('');
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    progress.update(last.poolId);
    after = sql`(${last.poolId}::integer, ${last.lt}::int8)`;
  }
}

/** Returns a row with the columns in the order of `requiredSwapColumns` and `optionalSwapColumns`. */
function swapLine(row: SwapRow, sides: PoolSides | undefined): string | undefined {
  if (row.trader === null || !sides) return undefined;
  const { address, asset0, asset1 } = sides;
  const assets = row.sold0 ? [asset0, asset1] : [asset1, asset0];
  const amounts = row.sold0 ? [row.amount0, row.amount1] : [row.amount1, row.amount0];
  const volumeUsd = row.volumeUsd === null ? null : shortDecimal(row.volumeUsd);
  const recorded = [volumeUsd, null, row.reserve0, row.reserve1, row.txHash];
  return csvLine([address, row.time, row.lt, row.trader, ...assets, ...amounts, ...recorded]);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Joins cells. Numbers, addresses, hashes and times need no quotes. */
function csvLine(cells: readonly (string | null | undefined)[]): string {
  return `${cells.map((cell) => cell ?? '').join(',')}\n`;
}

/** Shortens small numbers that an import would refuse for their length, because the store has written out their exponent. */
function shortDecimal(text: string): string {
  const [, zeros = '', digits = ''] = /^0\.(0*)(\d+)$/.exec(text) ?? [];
  return text.length <= MAX_DECIMAL_LENGTH || digits === '' ? text : `.${digits}e-${zeros.length}`;
}
