import * as z from 'zod';
import { parseAddress, type RawAddress } from '#contract/address.ts';
import type { Pair, Swap } from '#testing/oracle/dataset.ts';
import { positionOf } from './chain-clock.ts';
import { type Dialect, MAX_BLOCKS } from './sources/dexscreener.ts';
import { parseAsset } from './spelling.ts';

/** The fields of a swap that every format reports. */
export type ReportedSwap = Pick<Swap, 'pool' | 'time' | 'lt' | 'trader' | 'sold' | 'amounts'>;

/** Reads a URL; throws unless the status is 200 and the body is complete JSON. */
export async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${url}: status ${response.status}: ${body}`);
  return JSON.parse(body);
}

/** Keeps one of the swaps with the same pool and lt, and sorts them by pool and lt. */
export function uniqueSwaps(swaps: readonly ReportedSwap[]): ReportedSwap[] {
  const unique = new Map(
    swaps.map(({ pool, time, lt, trader, sold, amounts }) => [
      `${pool} ${lt}`,
      { pool, time, lt, trader, sold, amounts },
    ]),
  );
  const keys = [...unique.keys()].sort();
  return keys.flatMap((key) => unique.get(key) ?? []);
}

const address = z.string().transform((text, context): RawAddress => {
  const parsed = parseAddress(text);
  if (parsed !== undefined) return parsed;
  context.addIssue('not an address');
  return z.NEVER;
});
const asset = z.string().transform((text, context): RawAddress => {
  const parsed = parseAsset(text);
  if (parsed !== undefined) return parsed;
  context.addIssue('not an asset');
  return z.NEVER;
});
const signedUnits = z.string().regex(/^-?\d{1,78}$/);
const units = z
  .string()
  .regex(/^[1-9]\d{0,77}$/)
  .transform(BigInt);

const operation = z.object({
  operation: z.object({
    pool_address: address,
    pool_tx_lt: z.int().positive(),
    pool_tx_timestamp: z.string(),
    wallet_address: address,
    operation_type: z.literal('swap'),
    success: z.literal(true),
    exit_code: z.enum(['swap_ok', 'swap_ok_ref']),
    asset0_amount: signedUnits.transform(BigInt),
    asset1_amount: signedUnits.transform(BigInt),
  }),
});
const operationList = z.object({ operations: z.array(z.unknown()) });

/** Reads all swaps from STON.fi in a period (milliseconds), in steps of `step`. Skips invalid operations. */
export async function readStonfi(
  base: string,
  from: number,
  to: number,
  step: number,
): Promise<ReportedSwap[]> {
  const swaps: ReportedSwap[] = [];
  for (let since = from; since <= to; since += step) {
    const [start, end] = [since, since + step].map((time) => new Date(time).toISOString().slice(0, 19));
    const body = await fetchJson(`${base}/stonfi/v1/stats/operations?since=${start}&until=${end}`);
    swaps.push(...operationList.parse(body).operations.flatMap(stonfiSwap));
  }
  return uniqueSwaps(swaps);
}

function stonfiSwap(row: unknown): ReportedSwap[] {
  const parsed = operation.safeParse(row);
  if (!parsed.success) return [];
  const fields = parsed.data.operation;
  const [amount0, amount1] = [fields.asset0_amount, fields.asset1_amount];
  if (amount0 * amount1 >= 0n) return [];
  const zone = /(Z|[+-]\d\d:\d\d)$/.test(fields.pool_tx_timestamp) ? '' : 'Z';
  return [
    {
      pool: fields.pool_address,
      time: Date.parse(fields.pool_tx_timestamp + zone),
      lt: BigInt(fields.pool_tx_lt),
      trader: fields.wallet_address,
      sold: amount0 > 0n ? 0 : 1,
      amounts: amount0 > 0n ? [amount0, -amount1] : [-amount0, amount1],
    },
  ];
}

const liteAsset = z.string().transform((text) => parseAsset(text.replace('jetton:', '')));
const pools = z.array(z.object({ address, assets: z.tuple([liteAsset, liteAsset]) }));
const tradeAsset = z.union([
  z.object({ type: z.literal('native') }).transform(() => parseAsset('native')),
  z.object({ type: z.literal('jetton'), address: asset }).transform((jetton) => jetton.address),
]);
const tradeList = z.array(z.looseObject({ lt: z.string().transform(BigInt) }));
const trade = z.object({
  sender: address,
  assetIn: tradeAsset,
  assetOut: tradeAsset,
  amountIn: units,
  amountOut: units,
  lt: z.bigint(),
  createdAt: z.iso.datetime(),
});

/** Reads all trades of all pools from DeDust. Skips invalid trades. */
export async function readDedust(base: string, pageSize = 100): Promise<ReportedSwap[]> {
  const swaps: ReportedSwap[] = [];
  for (const pool of pools.parse(await fetchJson(`${base}/dedust/v2/pools-lite`))) {
    const url = `${base}/dedust/v2/pools/${pool.address}/trades?page_size=${pageSize}`;
    for (let afterLt = 0n; ; ) {
      const rows = tradeList.parse(await fetchJson(`${url}&after_lt=${afterLt}`));
      if (rows.length === 0) break;
      for (const { lt } of rows) afterLt = lt > afterLt ? lt : afterLt;
      swaps.push(...rows.flatMap((row) => dedustSwap(row, pool)));
    }
  }
  return uniqueSwaps(swaps);
}

function dedustSwap(row: unknown, pool: z.infer<typeof pools>[number]): ReportedSwap[] {
  const parsed = trade.safeParse(row);
  if (!parsed.success) return [];
  const { sender, assetIn, amountIn, amountOut, lt, createdAt } = parsed.data;
  const sold = assetIn === pool.assets[0] ? 0 : 1;
  const amounts: Pair<bigint> = sold === 0 ? [amountIn, amountOut] : [amountOut, amountIn];
  return [{ pool: pool.address, time: Date.parse(createdAt), lt, trader: sender, sold, amounts }];
}

const block = z.object({ blockNumber: z.int(), blockTimestamp: z.int() });
const decimal = z.union([z.number(), z.string()]);
const swapEvent = z.object({
  eventType: z.literal('swap'),
  block,
  txnIndex: z.int(),
  eventIndex: z.int(),
  maker: address,
  pairId: address,
  asset0In: decimal.optional(),
  asset0Out: decimal.optional(),
  asset1In: decimal.optional(),
  asset1Out: decimal.optional(),
  amount0In: decimal.optional(),
  amount0Out: decimal.optional(),
  amount1In: decimal.optional(),
  amount1Out: decimal.optional(),
});
const pairFields = z.object({ asset0Id: z.string(), asset1Id: z.string() });

/** Reads all events up to the head from a DEX Screener adapter. Skips invalid events. */
export async function readDexscreener(
  base: string,
  exchange: string,
  dialect: Dialect,
  firstLt: bigint,
): Promise<ReportedSwap[]> {
  const root = `${base}/dexscreener/${exchange}`;
  const adapter = dialect === 'stonfi' ? `${root}/export/dexscreener/v1` : root;
  const idPath = dialect === 'stonfi' ? (id: string) => `/${id}` : (id: string) => `?id=${id}`;
  const latest = z.object({ block }).parse(await fetchJson(`${adapter}/latest-block`));
  const head = latest.block.blockNumber;
  const decimalsByPair = new Map<RawAddress, Pair<number>>();
  const decimalsOf = async (id: string) => {
    const body = await fetchJson(`${adapter}/asset${idPath(id)}`);
    return z.object({ asset: z.object({ decimals: z.int() }) }).parse(body).asset.decimals;
  };
  const swaps: ReportedSwap[] = [];
  for (let from = positionOf(firstLt).block; from <= head; from += MAX_BLOCKS) {
    const to = Math.min(head, from + MAX_BLOCKS - 1);
    const body = await fetchJson(`${adapter}/events?fromBlock=${from}&toBlock=${to}`);
    for (const row of z.object({ events: z.array(z.unknown()) }).parse(body).events) {
      const parsed = swapEvent.safeParse(row);
      if (!parsed.success) continue;
      const pool = parsed.data.pairId;
      let decimals = decimalsByPair.get(pool);
      if (!decimals) {
        const response = await fetchJson(`${adapter}/pair${idPath(pool)}`);
        const key = dialect === 'stonfi' ? 'pool' : 'pair';
        const { asset0Id, asset1Id } = z.record(z.literal(key), pairFields).parse(response)[key];
        decimals = [await decimalsOf(asset0Id), await decimalsOf(asset1Id)];
        decimalsByPair.set(pool, decimals);
      }
      swaps.push(...dexscreenerSwap(parsed.data, decimals));
    }
  }
  return uniqueSwaps(swaps);
}

function dexscreenerSwap(event: z.infer<typeof swapEvent>, decimals: Pair<number>): ReportedSwap[] {
  const { block: position, txnIndex, eventIndex, maker, pairId } = event;
  const [in0, in1] = [event.asset0In ?? event.amount0In, event.asset1In ?? event.amount1In];
  const [out0, out1] = [event.asset0Out ?? event.amount0Out, event.asset1Out ?? event.amount1Out];
  const amount0 = baseUnits(in0 ?? out0, decimals[0]);
  const amount1 = baseUnits(in1 ?? out1, decimals[1]);
  if (!amount0 || !amount1) return [];
  return [
    {
      pool: pairId,
      time: position.blockTimestamp * 1000,
      lt: BigInt(position.blockNumber) * 1_000_000n + BigInt(txnIndex) * 1_000n + BigInt(eventIndex),
      trader: maker,
      sold: in0 === undefined ? 1 : 0,
      amounts: [amount0, amount1],
    },
  ];
}

/** Returns undefined for amounts with more digits than `decimals`. */
function baseUnits(amount: string | number | undefined, decimals: number): bigint | undefined {
  const parsed = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(amount));
  const [, whole = '', fraction = '', exponent = '0'] = parsed ?? [];
  const places = decimals + Number(exponent) - fraction.length;
  if (whole === '' || places < 0) return undefined;
  return BigInt(whole + fraction) * 10n ** BigInt(places);
}
