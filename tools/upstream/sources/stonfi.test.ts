import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { parseAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { WRAPPED_TON } from '#service/validation/values.ts';
import { fetchJson } from '#tools/upstream/market-readers.ts';
import { serveMarket } from '#tools/upstream/serve-market.ts';
import { parseAsset } from '#tools/upstream/spelling.ts';
import { statusOf } from '#tools/upstream/status-of.ts';

const formats = { stonfi: 'stonfi', dedust: 'stonfi', tonco: 'stonfi' } as const;
const DAY_MS = 86_400_000;

const asset = z.object({ contract_address: z.string(), kind: z.string(), decimals: z.int() });
const operationList = z.object({
  operations: z.array(
    z.object({
      operation: z.object({
        pool_address: z.string(),
        pool_tx_lt: z.int(),
        pool_tx_timestamp: z.string(),
        wallet_address: z.string(),
        operation_type: z.string(),
        success: z.boolean(),
        exit_code: z.string(),
        asset0_reserve: z.string().optional(),
        asset1_reserve: z.string().optional(),
      }),
      asset0_info: asset,
      asset1_info: asset,
    }),
  ),
});

async function readOperations(base: string, since: number, until: number) {
  const [start, end] = [since, until].map((time) => new Date(time).toISOString().slice(0, 19));
  const body = await fetchJson(`${base}/stonfi/v1/stats/operations?since=${start}&until=${end}`);
  return operationList.parse(body).operations;
}

/** Serves a market and reads all of its operations. */
async function readMarket(seed: number) {
  const served = await serveMarket(seed, { formats });
  const rows = await readOperations(served.base, served.end - 90 * DAY_MS, served.end);
  return { ...served, rows };
}

describe('operations', () => {
  test('include those at both ends of a range', async () => {
    const { base, market } = await serveMarket(1, { formats });
    const { time, lt } = market.swaps[0] ?? { time: 0, lt: 0n };
    const ranges = [
      await readOperations(base, time, time + 1000),
      await readOperations(base, time - 1000, time),
    ];
    for (const rows of ranges)
      expect(rows.map(({ operation }) => operation.pool_tx_lt)).toContain(Number(lt));
  });

  test('require a range', async () => {
    const { base } = await serveMarket(1, { formats });
    const url = `${base}/stonfi/v1/stats/operations`;
    expect(await statusOf(url)).toBe(400);
    expect(await statusOf(`${url}?since=yesterday&until=today`)).toBe(400);
  });

  test('report all reserves that are known, of swaps and of changed liquidity', async () => {
    const { market, end, rows } = await readMarket(1);
    const succeeded = rows
      .map(({ operation }) => operation)
      .filter(({ success, asset0_reserve }) => success && asset0_reserve !== undefined);
    const served = succeeded.map((operation) => {
      const type = operation.operation_type === 'swap' ? 'swap' : 'liquidity';
      const pool = parseAddress(operation.pool_address);
      return `${type} ${pool} ${operation.asset0_reserve} ${operation.asset1_reserve}`;
    });
    const ofSwaps = market.swaps.flatMap(({ pool, reserves }) =>
      reserves ? [`swap ${pool} ${reserves.join(' ')}`] : [],
    );
    const ofPools = [...market.pools.values()].flatMap(({ address, reported }) =>
      reported && reported.time <= end ? [`liquidity ${address} ${reported.reserves.join(' ')}`] : [],
    );
    expect(ofSwaps.length).toBeGreaterThan(10);
    expect(ofPools.length).toBeGreaterThan(3);
    expect(served.toSorted()).toEqual([...ofSwaps, ...ofPools].toSorted());
    const types = new Set(succeeded.map((operation) => operation.operation_type));
    expect(types).toEqual(new Set(['swap', 'add_liquidity', 'withdraw_liquidity']));
  });

  test('include failed operations and other types, which feeds must ignore', async () => {
    const { rows } = await readMarket(1);
    const kinds = new Set(
      rows.map(({ operation }) => `${operation.operation_type} ${operation.success} ${operation.exit_code}`),
    );
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        'swap true swap_ok',
        'swap true swap_ok_ref',
        'swap false swap_refund_slippage',
        'swap true swap_refund_no_liq',
        'refund_liquidity true refund_ok',
        'reset_gas true reset_gas_ok',
      ]),
    );
  });

  test('wrap TON in some pools, and write addresses and times in different ways', async () => {
    const { rows } = await readMarket(1);
    const kinds = new Set(
      rows.flatMap(({ asset0_info, asset1_info }) => [asset0_info.kind, asset1_info.kind]),
    );
    expect(kinds).toEqual(new Set(['Jetton', 'Ton', 'Wton']));
    const wallets = rows.map(({ operation }) => operation.wallet_address);
    for (const format of [/^0:.*[a-f]/, /^0:.*[A-F]/, /^EQ/, /^UQ/]) {
      expect(wallets.some((wallet) => format.test(wallet))).toBe(true);
    }
    const zones = new Set(rows.map(({ operation }) => operation.pool_tx_timestamp.slice(19)));
    expect(zones).toEqual(new Set(['', 'Z', '+00:00']));
  });
});

describe('assets', () => {
  test('are those of all pools, in a list and one by one', async () => {
    const { base, market } = await serveMarket(1, { formats });
    const list = z.object({ asset_list: z.array(asset) }).parse(await fetchJson(`${base}/stonfi/v1/assets`));
    const listed = list.asset_list.map(({ contract_address, kind, decimals }) => {
      const address = parseAddress(contract_address) ?? '';
      return { address, kind, decimals };
    });
    const expected = listed.map(({ address }) => {
      if (address === TON_ADDRESS) return { address, kind: 'Ton', decimals: 9 };
      if (WRAPPED_TON.includes(address)) return { address, kind: 'Wton', decimals: 9 };
      return { address, kind: 'Jetton', decimals: market.jettons.get(address)?.decimals };
    });
    expect(listed).toEqual(expected);
    const ofPools = new Set([...market.pools.values()].flatMap(({ assets }) => assets));
    expect(new Set(listed.map(({ address }) => parseAsset(address)))).toEqual(ofPools);
    const jetton = listed.find(({ kind }) => kind === 'Jetton')?.address ?? '';
    const single = z
      .object({ asset })
      .parse(await fetchJson(`${base}/stonfi/v1/assets/${toUserFriendly(jetton)}`));
    expect(parseAddress(single.asset.contract_address)).toBe(jetton);
    expect(await statusOf(`${base}/stonfi/v1/assets/${market.pools.keys().next().value}`)).toBe(404);
  });
});

describe('pools', () => {
  test('are listed with their assets', async () => {
    const { base, market } = await serveMarket(1, { formats });
    const pool = z.object({ address: z.string(), token0_address: z.string(), token1_address: z.string() });
    const list = z
      .object({ pool_list: z.array(pool) })
      .parse(await fetchJson(`${base}/stonfi/v1/pools?dex_v2=true`));
    const served = list.pool_list.map(({ address, token0_address, token1_address }) =>
      [address, token0_address, token1_address].map(parseAsset),
    );
    expect(served).toEqual(Array.from(market.pools.values(), ({ address, assets }) => [address, ...assets]));
  });
});
