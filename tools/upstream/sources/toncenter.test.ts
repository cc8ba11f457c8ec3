import { expect, test } from 'vitest';
import * as z from 'zod';
import { fetchJson } from '#tools/upstream/market-readers.ts';
import { serveMarket } from '#tools/upstream/serve-market.ts';
import { statusOf } from '#tools/upstream/status-of.ts';

const formats = {};
const response = z.object({
  jetton_masters: z.array(
    z.object({ address: z.string(), jetton_content: z.record(z.string(), z.string()) }),
  ),
  metadata: z.record(
    z.string(),
    z.object({ token_info: z.tuple([z.object({ extra: z.looseObject({ decimals: z.string() }) })]) }),
  ),
});

test('returns the requested jettons that exist, by raw address in upper case', async () => {
  const { base, market } = await serveMarket(1, { formats });
  const url = `${base}/toncenter/api/v3/jetton/masters`;
  const listed = [...market.jettons.values()].slice(0, 5);
  const unknown = `0:${'f'.repeat(64)}`;
  const query = [...listed.map(({ address }) => address), unknown]
    .map((address) => `address=${address}`)
    .join('&');
  const { jetton_masters: masters, metadata } = response.parse(await fetchJson(`${url}?${query}&limit=100`));
  const expected = listed.map(({ address }) => address.toUpperCase());
  expect(masters.map(({ address }) => address)).toEqual(expected);
  expect(expected.map((address) => metadata[address]?.token_info[0].extra.decimals)).toEqual(
    listed.map(({ decimals }) => String(decimals)),
  );
});

test('pages have 10 jettons by default and up to 1,000', async () => {
  const { base, market } = await serveMarket(1, { formats });
  const url = `${base}/toncenter/api/v3/jetton/masters`;
  expect(response.parse(await fetchJson(url)).jetton_masters.length).toBe(10);
  const all = response.parse(await fetchJson(`${url}?limit=1000`)).jetton_masters;
  expect(all.length).toBe(market.jettons.size);
  expect(response.parse(await fetchJson(`${url}?limit=3&offset=2`)).jetton_masters).toEqual(all.slice(2, 5));
  const contents = all.map(({ jetton_content }) => ('decimals' in jetton_content ? 'on-chain' : 'off-chain'));
  expect(new Set(contents)).toEqual(new Set(['on-chain', 'off-chain']));
  expect(await statusOf(`${url}?limit=1001`)).toBe(422);
  expect(await statusOf(`${url}?address=nowhere`)).toBe(422);
});
