import * as z from 'zod';
import type { Dataset, Jetton } from '#testing/oracle/dataset.ts';
import { digits, jsonText, parseInput, Rejection, rawAddress, type Source } from '#tools/upstream/source.ts';
import { stableFraction, stableHex } from '#tools/upstream/values.ts';

const bulkBody = jsonText.pipe(z.object({ account_ids: z.array(rawAddress).min(1).max(100) }));
const mastersQuery = z.object({
  address: z.array(rawAddress).max(1_024),
  limit: digits.pipe(z.int().min(1).max(1_000)),
});

/** Serves `/v2/jettons/_bulk` of TonAPI. Unknown jettons are left out. */
export function tonapiSource({ jettons }: Dataset): Source {
  return {
    'POST /v2/jettons/_bulk': ({ body }) => {
      const requested = new Set(parseInput(bulkBody, body).account_ids);
      return { jettons: [...requested].flatMap((id) => jettons.get(id) ?? []).map(jettonInfo) };
    },
  };
}

/** Serves `/api/v3/jetton/masters` of TON Center. Unknown jettons are left out. */
export function toncenterSource({ jettons }: Dataset): Source {
  return {
    'GET /api/v3/jetton/masters': ({ query }) => {
      const input = { address: query.getAll('address'), limit: query.get('limit') ?? '10' };
      const { address: requested, limit } = parseInput(mastersQuery, input, 422);
      const page = [...new Set(requested)].flatMap((id) => jettons.get(id) ?? []).slice(0, limit);
      const metadata = page.map((jetton) => [jetton.address.toUpperCase(), tokenInfo(jetton)]);
      return { jetton_masters: page.map(masterInfo), metadata: Object.fromEntries(metadata) };
    },
  };
}

const verifications: Readonly<Record<string, string>> = {
  JVS_VERIFIED: 'whitelist',
  JVS_SCAM: 'blacklist',
  JVS_APPROVED: 'graylist',
  JVS_COMMUNITY_VERIFIED: 'graylist',
};

function jettonInfo({ address: id, admin, name, symbol, decimals, ...jetton }: Jetton) {
  return {
    total_supply: jetton.totalSupply?.toString(),
    admin: admin ? { address: admin, is_scam: false, is_wallet: true } : undefined,
    metadata: { address: id, name, symbol, decimals: String(decimals) },
    preview: 'https://cache.tonapi.example/placeholder.png',
    verification: verifications[jetton.verification] ?? 'none',
    holders_count: jetton.holdersCount === undefined ? undefined : Number(jetton.holdersCount),
  };
}

function masterInfo({ address: id, admin, name, symbol, decimals, totalSupply }: Jetton) {
  // Content on the chain, or a link: then only the metadata contain what it leads to.
  const isLink = stableFraction(`content ${id}`) < 0.5;
  return {
    address: id.toUpperCase(),
    total_supply: totalSupply?.toString(),
    admin_address: admin === '' ? null : admin?.toUpperCase(),
    jetton_content: isLink
      ? { uri: `https://metadata.example/${id}.json` }
      : { name, symbol, decimals: String(decimals) },
    code_hash: stableHex(`code ${id}`),
    last_transaction_lt: '1',
  };
}

function tokenInfo({ name, symbol, decimals }: Jetton) {
  const extra = { decimals: String(decimals) };
  return { is_indexed: true, token_info: [{ valid: true, type: 'jetton_masters', name, symbol, extra }] };
}

/** Serves the npm package `@fawazahmed0/currency-api` as jsDelivr does: one version per date with rates. */
export function fxSource({ rates }: Dataset): Source {
  const byDate = new Map<string, Record<string, number>>();
  for (const [code, entries] of rates) {
    for (const { time, rate } of entries) {
      const date = new Date(time).toISOString().slice(0, 10);
      byDate.set(date, { ...byDate.get(date), [code]: Number(rate.top) / Number(rate.bottom) });
    }
  }
  return {
    'GET /npm/@fawazahmed0/currency-api@{version}/v1/currencies/usd.json': ({ id: version, now }) => {
      const today = new Date(now).toISOString().slice(0, 10);
      const published = [...byDate.keys()].filter((date) => date <= today).sort();
      const date = version === 'latest' ? published.at(-1) : published.find((each) => each === version);
      if (date === undefined) throw new Rejection(404, "Couldn't find the requested release version");
      // The package contains more currencies than datasets.
      return { date, usd: { doge: 4.2, xau: 0.00022, ...byDate.get(date) } };
    },
  };
}
