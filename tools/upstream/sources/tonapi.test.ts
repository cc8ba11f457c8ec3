import { expect, test } from 'vitest';
import * as z from 'zod';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { fetchJson } from '#tools/upstream/market-readers.ts';
import { serveMarket } from '#tools/upstream/serve-market.ts';
import { statusOf } from '#tools/upstream/status-of.ts';

const formats = {};
const bulkList = z.object({
  jettons: z.array(
    z.object({
      verification: z.string(),
      metadata: z.object({ address: z.string(), name: z.string(), symbol: z.string(), decimals: z.string() }),
    }),
  ),
});
const verifications: Readonly<Record<string, string>> = {
  JVS_NONE: 'none',
  JVS_APPROVED: 'graylist',
  JVS_COMMUNITY_VERIFIED: 'graylist',
  JVS_VERIFIED: 'whitelist',
  JVS_SCAM: 'blacklist',
};

function postBulk(base: string, ids: readonly string[]): Promise<Response> {
  const body = JSON.stringify({ account_ids: ids });
  return fetch(`${base}/tonapi/v2/jettons/_bulk`, { method: 'POST', body });
}

test('returns jettons that exist, one by one or many at once', async () => {
  const { base, market } = await serveMarket(1, { formats });
  const ids = [...market.jettons.keys()];
  const response = await postBulk(base, [...ids.map(toUserFriendly), TON_ADDRESS]);
  const body: unknown = await response.json();
  const single = await Promise.all(ids.map((id) => fetchJson(`${base}/tonapi/v2/jettons/${id}`)));
  expect(body).toEqual({ jettons: single });
  expect(bulkList.parse(body).jettons).toEqual(
    Array.from(market.jettons.values(), ({ address, name, symbol, decimals, verification }) => ({
      verification: verifications[verification],
      metadata: { address, name, symbol, decimals: String(decimals) },
    })),
  );
  expect(await statusOf(`${base}/tonapi/v2/jettons/${TON_ADDRESS}`)).toBe(404);
  expect(await statusOf(`${base}/tonapi/v2/jettons/nowhere`)).toBe(400);
});

test.each([
  ['no ids', []],
  ['more than 100 ids', Array.from({ length: 101 }, () => TON_ADDRESS)],
  ['ids that are not addresses', ['nowhere']],
])('rejects %s', async (_, ids) => {
  const { base } = await serveMarket(1, { formats });
  const response = await postBulk(base, ids);
  await response.body?.cancel();
  expect(response.status).toBe(400);
});
