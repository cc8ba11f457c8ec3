import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { DEFAULT_MARKET_TYPE } from '#contract/market.ts';
import { copyChunks, copyLine } from '#service/store/copy-text.ts';
import type { LoadSession } from '#service/store/replace-data.ts';
import { jettonCopyFormat, type NewPool, poolCopyFormat } from '#service/store/rows.ts';
import { BadValueError } from '#service/validation/bad-value-error.ts';
import { type Fields, limitText } from '#service/validation/fields.ts';
import { MAX_TEXT_LENGTHS } from '#service/validation/limits.ts';
import {
  readJetton,
  readJettonAddress,
  readMultipliers,
  readWarnings,
} from '#service/validation/read-jetton.ts';
import {
  readAddress,
  readAsset,
  readHolderKind,
  readInteger,
  readTime,
  readUnixSeconds,
} from '#service/validation/values.ts';
import type { BadRows } from './bad-rows.ts';
import { type CsvRows, csvRows } from './csv-rows.ts';
import type { DatasetFiles } from './dataset-files.ts';
import { jsonElements, readFields } from './json-elements.ts';

/** A jetton or TON, as an asset of pools and swaps. */
export interface Asset {
  /** 0 for TON, `jetton.id` (1 or higher) for jettons. */
  readonly id: number;
  readonly decimals: number;
}

export const TON: Asset = { id: 0, decimals: 9 };

export interface Pool {
  readonly id: number;
  readonly asset0: Asset;
  readonly asset1: Asset;
}

const JETTONS_FILE = 'jettons.json';

/** Loads jettons.json. Returns the loaded jettons by address. */
export async function loadJettons(
  load: LoadSession,
  files: DatasetFiles,
  badRows: BadRows,
): Promise<ReadonlyMap<RawAddress, Asset>> {
  const jettons = new Map<RawAddress, Asset>();
  const claims: Claims = { warnings: [], multipliers: [] };
  const lines = jettonLines(files, badRows, jettons, claims);
  await load.copy('jetton', jettonCopyFormat.columns, copyChunks(lines));
  await load.copy('jetton_warning', ['jetton_id', 'source', 'kind'], copyChunks(claims.warnings));
  await load.copy('jetton_multiplier', multiplierColumns, copyChunks(claims.multipliers));
  return jettons;
}

const multiplierColumns = ['jetton_id', 'source', 'since', 'numerator', 'denominator'];

/** Lines of what sources state about few jettons. */
interface Claims {
  readonly warnings: string[];
  readonly multipliers: string[];
}

/** Adds lines of warnings and multipliers to `claims`. */
async function* jettonLines(
  files: DatasetFiles,
  badRows: BadRows,
  jettons: Map<RawAddress, Asset>,
  claims: Claims,
) {
  for await (const element of jsonElements(JETTONS_FILE, files.readText(JETTONS_FILE))) {
    const line = badRows.readRow(JETTONS_FILE, element.line, () => {
      const fields = readFields(element);
      const address = readJettonAddress(fields);
      if (jettons.has(address)) throw new BadValueError('duplicate address', address);
      const jetton = { id: jettons.size + 1, ...readJetton(address, fields) };
      const text = jettonCopyFormat.line(jetton);
      const multipliers = readMultipliers(fields);
      for (const { source, warnings: kinds } of readWarnings(fields))
        claims.warnings.push(...kinds.map((kind) => copyLine([jetton.id, source, kind])));
      for (const { source, since, numerator, denominator } of multipliers)
        claims.multipliers.push(copyLine([jetton.id, source, since, numerator, denominator]));
      jettons.set(address, { id: jetton.id, decimals: jetton.decimals });
      return text;
    });
    if (line !== undefined) yield line;
  }
}

const POOLS_FILE = 'pools.json';

/** Loads pools.json. Returns the loaded pools by address. */
export async function loadPools(
  load: LoadSession,
  files: DatasetFiles,
  badRows: BadRows,
  jettons: ReadonlyMap<RawAddress, Asset>,
  exchanges: readonly string[],
): Promise<ReadonlyMap<RawAddress, Pool>> {
  const pools = new Map<RawAddress, Pool>();
  const lines = poolLines(files, badRows, pools, jettons, exchanges);
  await load.copy('pool', poolCopyFormat.columns, copyChunks(lines));
  return pools;
}

async function* poolLines(
  files: DatasetFiles,
  badRows: BadRows,
  pools: Map<RawAddress, Pool>,
  jettons: ReadonlyMap<RawAddress, Asset>,
  exchanges: readonly string[],
) {
  for await (const element of jsonElements(POOLS_FILE, files.readText(POOLS_FILE))) {
    const line = badRows.readRow(POOLS_FILE, element.line, () => {
      const fields = readFields(element);
      const address = readPoolAddress(fields);
      if (pools.has(address)) throw new BadValueError('duplicate address', address);
      const pool = readPool(pools.size + 1, fields, jettons);
      const text = poolCopyFormat.line(readNewPool(address, pool, fields, exchanges));
      pools.set(address, pool);
      return text;
    });
    if (line !== undefined) yield line;
  }
}

function readPoolAddress(fields: Fields): RawAddress {
  return fields.required('address', readAddress);
}

function readPool(id: number, fields: Fields, jettons: ReadonlyMap<RawAddress, Asset>): Pool {
  const readPoolAsset = (name: string) => {
    const address = fields.required(name, readAsset);
    const asset = address === TON_ADDRESS ? TON : jettons.get(address);
    if (asset === undefined) throw new BadValueError(`${name} is not in jettons.json`, address);
    return asset;
  };
  const pool = { id, asset0: readPoolAsset('asset0'), asset1: readPoolAsset('asset1') };
  if (pool.asset0 === pool.asset1) throw new BadValueError('asset1 must differ from asset0');
  return pool;
}

/** Reads all columns of a pool. */
function readNewPool(address: RawAddress, pool: Pool, fields: Fields, exchanges: readonly string[]): NewPool {
  const readExchange = (name: string, text: string) => {
    if (!exchanges.includes(text))
      throw new BadValueError(`${name} must be one of ${exchanges.join(', ')}`, text);
    return text;
  };
  return {
    id: pool.id,
    address,
    exchange: fields.required('exchange', readExchange),
    asset0: pool.asset0.id,
    asset1: pool.asset1.id,
    type: fields.text('type') ?? DEFAULT_MARKET_TYPE,
    createdAt: fields.optional('createdAt', readTime),
    reserve0: fields.optional('reserve0', readInteger),
    reserve1: fields.optional('reserve1', readInteger),
    reservesAt: fields.optional('reservesAt', readTime),
  };
}

const HOLDERS_FILE = 'holders.csv';
export const holderColumns = {
  required: ['token_address', 'snapshot_time', 'owner_address', 'balance_raw'],
  optional: ['supply_raw', 'kind', 'name'],
};

interface LoadedSnapshot {
  readonly time: string;
  readonly supply: string;
  readonly owners: Set<RawAddress>;
}

/** Loads holders.csv, whose tokens are jettons and pools. Returns the number of snapshots. */
export async function loadHolders(
  load: LoadSession,
  files: DatasetFiles,
  badRows: BadRows,
  isToken: (address: RawAddress) => boolean,
): Promise<number> {
  const snapshots = new Map<RawAddress, LoadedSnapshot>();
  const lines = holderLines(files, badRows, snapshots, isToken);
  await load.copy('holder', ['token', 'owner', 'balance', 'kind', 'name'], copyChunks(lines));
  const snapshotLines = [...snapshots].map(([token, { time, supply }]) =>
    copyLine([token, new Date(Number(time) * 1000), 'import', supply === '' ? null : supply]),
  );
  await load.copy('holder_snapshot', ['token', 'time', 'source', 'supply'], copyChunks(snapshotLines));
  return snapshots.size;
}

async function* holderLines(
  files: DatasetFiles,
  badRows: BadRows,
  snapshots: Map<RawAddress, LoadedSnapshot>,
  isToken: (address: RawAddress) => boolean,
): AsyncGenerator<string> {
  const { required, optional } = holderColumns;
  for await (const row of csvRows(HOLDERS_FILE, files.readBytes(HOLDERS_FILE), required, optional)) {
    while (row.next())
      yield badRows.readRow(HOLDERS_FILE, row.line, () => readHolder(row, snapshots, isToken)) ?? '';
  }
}

function readHolder(
  row: CsvRows,
  snapshots: Map<RawAddress, LoadedSnapshot>,
  isToken: (address: RawAddress) => boolean,
): string {
  row.requireCellCount();
  const token = readAddress('token_address', row.text(0));
  if (!isToken(token))
    throw new BadValueError('token_address is neither in jettons.json nor in pools.json', token);
  const time = String(readUnixSeconds('snapshot_time', row.text(1)));
  const owner = readAddress('owner_address', row.text(2));
  const balance = readInteger('balance_raw', row.text(3));
  const optionalCell = <Value>(column: number, read: (text: string) => Value) => {
    const text = row.text(column).trim();
    return text === '' ? undefined : read(text);
  };
  const supply = optionalCell(4, (text) => readInteger('supply_raw', text)) ?? '';
  const kind = optionalCell(5, (text) => readHolderKind('kind', text));
  const name = optionalCell(6, (text) => limitText('name', text, MAX_TEXT_LENGTHS.name));
  const snapshot = snapshots.get(token) ?? { time, supply, owners: new Set() };
  if (snapshot.time !== time || snapshot.supply !== supply)
    throw new BadValueError('snapshot_time and supply_raw must be the same in all rows of a token', token);
  if (snapshot.owners.has(owner)) throw new BadValueError('duplicate owner_address', owner);
  snapshot.owners.add(owner);
  snapshots.set(token, snapshot);
  return copyLine([token, owner, balance, kind, name]);
}
