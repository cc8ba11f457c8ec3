import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAddress, type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { type HolderKind, holderKinds } from '#contract/holders.ts';
import { Fraction } from './fraction.ts';

const WRAPPED_TON = new Set([
  '0:8cdc1d7640ad5ee326527fc1ad0514f468b30dc84b0173f0e155f451b4e11f7c',
  '0:671963027f7f85659ab55b821671688601cdcf1ee674fc7fbbb1a776a18d34a3',
  '0:d0a1ce4cdc187c79615ea618bd6c29617af7a56d966f5a192a768f345ee63fd2',
]);

function address(text: string): RawAddress {
  const raw = parseAddress(text);
  if (raw === undefined) throw new RangeError(`${text} is not an address`);
  return raw;
}

function asset(text: string): RawAddress {
  const raw = address(text);
  return WRAPPED_TON.has(raw) ? TON_ADDRESS : raw;
}

type Facts = Record<string, string | number | undefined>;

function optional<Value>(
  field: string | number | undefined,
  read: (text: string) => Value,
): Value | undefined {
  return field === undefined || field === '' ? undefined : read(String(field));
}

/** Removes undefined fields. */
function record<Fields extends object>(fields: { [Key in keyof Fields]: Fields[Key] | undefined }): Fields;
function record(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function readJetton(facts: Facts): Jetton {
  return record<Jetton>({
    address: address(String(facts.address)),
    name: optional(facts.name, String) ?? '',
    symbol: optional(facts.symbol, String) ?? '',
    verification: optional(facts.verification, String) ?? 'JVS_NONE',
    admin: facts.admin === '' ? '' : optional(facts.admin, address),
    decimals: optional(facts.decimals, Number) ?? 9,
    totalSupply: optional(facts.totalSupply, BigInt),
    circulatingSupply: optional(facts.circulatingSupply, BigInt),
    createdAt: optional(facts.createdAt, Date.parse),
    holdersCount: optional(facts.holdersCount, BigInt),
    holdersChangedAt: optional(facts.holdersChangedAt, Date.parse),
  });
}

function bothOf<Item>(first: Item | undefined, second: Item | undefined): Pair<Item> | undefined {
  return first === undefined || second === undefined ? undefined : [first, second];
}

function readPool(facts: Facts): Pool {
  const reserves = bothOf(optional(facts.reserve0, BigInt), optional(facts.reserve1, BigInt));
  const time = optional(facts.reservesAt, Date.parse);
  return record<Pool>({
    address: address(String(facts.address)),
    exchange: String(facts.exchange),
    type: optional(facts.type, String),
    createdAt: optional(facts.createdAt, Date.parse),
    assets: [asset(String(facts.asset0)), asset(String(facts.asset1))],
    reported: reserves && time !== undefined ? { reserves, time } : undefined,
  });
}

function readHash(text: string): string {
  return text.length === 64 ? text.toLowerCase() : Buffer.from(text, 'base64').toString('hex');
}

function readSwap(row: Record<string, string>, pools: ReadonlyMap<RawAddress, Pool>): Swap {
  const pool = pools.get(address(String(row.pool_address)));
  if (!pool) throw new RangeError(`no pool ${row.pool_address}`);
  const sold = asset(String(row.token_sold_address)) === pool.assets[0] ? 0 : 1;
  const soldAmount = BigInt(String(row.amount_sold_raw));
  const boughtAmount = BigInt(String(row.amount_bought_raw));
  return record<Swap>({
    pool: pool.address,
    time: Number(row.event_time) * 1000,
    lt: BigInt(String(row.lt)),
    hash: optional(row.tx_hash, readHash),
    trader: address(String(row.trader_address)),
    sold,
    amounts: sold === 0 ? [soldAmount, boughtAmount] : [boughtAmount, soldAmount],
    volumeUsd: optional(row.volume_usd, (text) => Fraction.parse(text)),
    reserves: bothOf(optional(row.reserve0_raw, BigInt), optional(row.reserve1_raw, BigInt)),
  });
}

function readTable(file: string): Record<string, string>[] {
  if (!existsSync(file)) return [];
  const [header = [], ...rows] = readFileSync(file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  return rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
}

function readList(file: string): Facts[] {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

function readRates(table: readonly Record<string, string>[]): Dataset['rates'] {
  const rates = new Map<string, { time: number; rate: Fraction }[]>();
  for (const { date = '', ...row } of table.toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1))) {
    for (const [code, text] of Object.entries(row)) {
      const entry = {
        time: Date.parse(`${date}T00:00:00Z`),
        rate: optional(text, (digits) => Fraction.parse(digits)),
      };
      if (entry.rate) rates.set(code, [...(rates.get(code) ?? []), { time: entry.time, rate: entry.rate }]);
    }
  }
  return rates;
}

function readHolders(table: readonly Record<string, string>[]): Dataset['holders'] {
  const snapshots = new Map<RawAddress, HolderSnapshot>();
  for (const row of table) {
    const token = address(String(row.token_address));
    const holder = record<HolderSnapshot['holders'][number]>({
      owner: address(String(row.owner_address)),
      balance: BigInt(String(row.balance_raw)),
      kind: holderKinds.find((kind) => kind === row.kind),
      name: optional(row.name, String),
    });
    const snapshot = record<HolderSnapshot>({
      time: Number(row.snapshot_time) * 1000,
      supply: optional(row.supply_raw, BigInt),
      holders: [...(snapshots.get(token)?.holders ?? []), holder],
    });
    snapshots.set(token, snapshot);
  }
  return snapshots;
}

/** Reads a dataset folder. Quoted CSV cells are not supported. */
export function readDataset(folder: string): Dataset {
  const jettons = readList(join(folder, 'jettons.json')).map(readJetton);
  const pools = new Map(
    readList(join(folder, 'pools.json')).map((facts) => [address(String(facts.address)), readPool(facts)]),
  );
  const swaps = new Map<string, Swap>();
  for (const row of readTable(join(folder, 'swaps.csv'))) {
    const swap = readSwap(row, pools);
    const key = `${swap.pool} ${swap.lt}`;
    if (!swaps.has(key)) swaps.set(key, swap);
  }
  return {
    jettons: new Map(jettons.map((jetton) => [jetton.address, jetton])),
    pools,
    swaps: [...swaps.values()],
    holders: readHolders(readTable(join(folder, 'holders.csv'))),
    rates: readRates(readTable(join(folder, 'fx.csv'))),
  };
}

export type Pair<Item> = readonly [Item, Item];

export interface Jetton {
  readonly address: RawAddress;
  readonly name: string;
  readonly symbol: string;
  readonly verification: string;
  /** Empty if revoked. */
  readonly admin?: RawAddress;
  readonly decimals: number;
  readonly totalSupply?: bigint;
  readonly circulatingSupply?: bigint;
  readonly createdAt?: number;
  readonly holdersCount?: bigint;
  readonly holdersChangedAt?: number;
}

export interface Pool {
  readonly address: RawAddress;
  readonly exchange: string;
  readonly type?: string;
  readonly createdAt?: number;
  readonly assets: Pair<RawAddress>;
  /** As reported by the pool, with the time in milliseconds. */
  readonly reported?: { readonly reserves: Pair<bigint>; readonly time: number };
}

export interface Swap {
  readonly pool: RawAddress;
  /** Milliseconds. */
  readonly time: number;
  readonly lt: bigint;
  /** Of the transaction, as 64 lowercase hex digits. */
  readonly hash?: string;
  readonly trader: RawAddress;
  /** Index of the pool's asset that the trader sold. */
  readonly sold: 0 | 1;
  readonly amounts: Pair<bigint>;
  readonly volumeUsd?: Fraction;
  readonly reserves?: Pair<bigint>;
}

/** The holders of a jetton, or of the LP tokens of a pool. */
export interface HolderSnapshot {
  /** Milliseconds. */
  readonly time: number;
  readonly supply?: bigint;
  readonly holders: readonly {
    readonly owner: RawAddress;
    readonly balance: bigint;
    readonly kind?: HolderKind;
    readonly name?: string;
  }[];
}

export interface Dataset {
  readonly jettons: ReadonlyMap<RawAddress, Jetton>;
  readonly pools: ReadonlyMap<RawAddress, Pool>;
  readonly swaps: readonly Swap[];
  /** By token. */
  readonly holders: ReadonlyMap<RawAddress, HolderSnapshot>;
  /** Rates by currency code, earliest first. */
  readonly rates: ReadonlyMap<string, readonly { readonly time: number; readonly rate: Fraction }[]>;
}
