import * as z from 'zod';
import { toUserFriendly } from '#contract/address.ts';
import type { HolderKind } from '#contract/holders.ts';
import type { Dataset, HolderSnapshot, Jetton } from '#testing/oracle/read-dataset.ts';
import { digits, jsonText, parseInput, Rejection, rawAddress, type Source } from '#tools/upstream/source.ts';
import { stableFraction, stableHex } from '#tools/upstream/values.ts';

const bulkBody = jsonText.pipe(z.object({ account_ids: z.array(rawAddress).min(1).max(100) }));
const mastersQuery = z.object({
  address: z.array(rawAddress).max(1_024),
  limit: digits.pipe(z.int().min(1).max(1_000)),
});

/** Serves `/v2/jettons/_bulk` and `/v2/jettons/{address}/holders` of TonAPI. Unknown jettons are left out. */
export function tonapiSource(dataset: Dataset): Source {
  const { jettons, holders } = dataset;
  return {
    'GET /v2/jettons/{address}/holders': ({ id, query }) => {
      const input = { address: id, limit: query.get('limit') ?? '1000' };
      const { address, limit } = parseInput(holdersQuery, input);
      const largest = largestHolders(holders.get(address), limit);
      return { addresses: largest.map(tonapiHolder), total: holders.get(address)?.holders.length ?? 0 };
    },
    'POST /v2/jettons/_bulk': ({ body }) => {
      const requested = [...new Set(parseInput(bulkBody, body).account_ids)];
      return {
        jettons: [
          ...requested.flatMap((id) => jettons.get(id) ?? []).map(jettonInfo),
          ...lpTokensOf(dataset, requested).map(lpInfo),
        ],
      };
    },
  };
}

/** Serves `/api/v3/jetton/masters` and `/api/v3/jetton/wallets` of TON Center. Unknown jettons are left out. */
export function toncenterSource(dataset: Dataset): Source {
  const { jettons, holders } = dataset;
  return {
    'GET /api/v3/jetton/wallets': ({ query }) => {
      const input = { address: query.get('jetton_address'), limit: query.get('limit') ?? '10' };
      const { address, limit } = parseInput(holdersQuery, input, 422);
      const largest = largestHolders(holders.get(address), limit);
      const book = largest.map(({ owner, kind }) => [
        owner.toUpperCase(),
        {
          user_friendly: toUserFriendly(owner),
          domain: null,
          interfaces: kind === undefined ? [] : [interfacesOfKinds[kind]],
        },
      ]);
      return {
        jetton_wallets: largest.map(({ owner, balance }) => ({
          address: `0:${stableHex(`wallet ${address} ${owner}`)}`.toUpperCase(),
          balance: balance.toString(),
          owner: owner.toUpperCase(),
          jetton: address.toUpperCase(),
          last_transaction_lt: '1',
        })),
        address_book: Object.fromEntries(book),
      };
    },
    'GET /api/v3/jetton/masters': ({ query }) => {
      const input = { address: query.getAll('address'), limit: query.get('limit') ?? '10' };
      const { address: requested, limit } = parseInput(mastersQuery, input, 422);
      const ids = [...new Set(requested)];
      const page = ids.flatMap((id) => jettons.get(id) ?? []).slice(0, limit);
      const metadata = page.map((jetton) => [jetton.address.toUpperCase(), tokenInfo(jetton)]);
      return {
        jetton_masters: [...page.map(masterInfo), ...lpTokensOf(dataset, ids).map(lpMaster)].slice(0, limit),
        metadata: Object.fromEntries(metadata),
      };
    },
  };
}

const holdersQuery = z.object({
  address: rawAddress,
  limit: digits.pipe(z.int().min(1).max(1_000)),
});

/** Interfaces of contracts that are recognized as each kind. An address that nobody can spend from has no contract. */
const interfacesOfKinds: Readonly<Record<HolderKind, string>> = {
  pool: 'stonfi_router_v2',
  burn: 'unknown',
  locker: 'jetton_locker',
  contract: 'multisig_v2',
  wallet: 'wallet_v4r2',
};

type Holder = HolderSnapshot['holders'][number];

function largestHolders(snapshot: HolderSnapshot | undefined, limit: number): Holder[] {
  return [...(snapshot?.holders ?? [])]
    .toSorted((a, b) =>
      a.balance === b.balance ? (a.owner < b.owner ? -1 : 1) : a.balance < b.balance ? 1 : -1,
    )
    .slice(0, limit);
}

function tonapiHolder({ owner, balance, kind, name }: Holder) {
  return {
    address: `0:${stableHex(`wallet of ${owner}`)}`,
    owner: { address: owner, name, is_scam: false, is_wallet: kind === 'wallet' },
    balance: balance.toString(),
  };
}

/** A jetton of LP tokens. */
interface LpToken {
  /** That of its pool. */
  readonly address: string;
  readonly supply: string | undefined;
}

/** Returns the LP tokens at addresses: those that have holders, but are no jetton of the market. */
function lpTokensOf({ jettons, holders }: Dataset, addresses: readonly string[]): LpToken[] {
  return addresses.flatMap((address) => {
    const snapshot = jettons.has(address) ? undefined : holders.get(address);
    return snapshot ? [{ address, supply: snapshot.supply?.toString() }] : [];
  });
}

function lpInfo({ address, supply }: LpToken) {
  return { total_supply: supply, metadata: { address, name: 'LP', symbol: 'LP', decimals: '9' } };
}

function lpMaster({ address, supply }: LpToken) {
  return { address: address.toUpperCase(), total_supply: supply };
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
