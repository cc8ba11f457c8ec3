import * as z from 'zod';
import { parseAddress, type RawAddress } from '#contract/address.ts';
import { jsonText } from '#tools/upstream/json-text.ts';
import type { UpstreamJetton, UpstreamMarket } from '#tools/upstream/upstream-market.ts';
import type { JsonValue } from './json-value.ts';
import { failure, type Reply, type Source, success, unknownPath } from './source.ts';

const MAX_BULK = 100;

/** Serves `/v2/jettons/{id}` and `/v2/jettons/_bulk` of TonAPI. */
export function tonapiSource({ jettons }: UpstreamMarket): Source {
  return ({ method, path, body }) => {
    const [version, collection, id, ...others] = path;
    if (version !== 'v2' || collection !== 'jettons' || id === undefined || others.length > 0)
      return unknownPath;
    if (method === 'POST' && id === '_bulk') return bulk(jettons, body);
    return method === 'GET' ? single(jettons, id) : unknownPath;
  };
}

type Jettons = UpstreamMarket['jettons'];

function single(jettons: Jettons, id: string): Reply {
  const route = 'tonapi/v2/jettons/{id}';
  const address = parseAddress(id);
  if (address === undefined) return failure(route, 400, `can't decode address ${id}`);
  const jetton = jettons.get(address);
  return jetton ? success(route, jettonInfo(jetton)) : failure(route, 404, 'entity not found');
}

const bulkBody = jsonText.pipe(
  z.object({
    account_ids: z.array(
      z.string().transform((text, context): RawAddress => {
        const address = parseAddress(text);
        if (address !== undefined) return address;
        context.addIssue(`can't decode address ${text}`);
        return z.NEVER;
      }),
    ),
  }),
);

/** Jettons that are unknown are left out. */
function bulk(jettons: Jettons, body: string): Reply {
  const route = 'tonapi/v2/jettons/_bulk';
  const parsed = bulkBody.safeParse(body);
  if (!parsed.success) return failure(route, 400, z.prettifyError(parsed.error));
  const ids = parsed.data.account_ids;
  if (ids.length === 0) return failure(route, 400, 'empty list of ids');
  if (ids.length > MAX_BULK) {
    return failure(route, 400, `the maximum number of addresses to request at once: ${MAX_BULK}`);
  }
  const found = [...new Set(ids)].flatMap((address) => jettons.get(address) ?? []);
  return success(route, { jettons: found.map(jettonInfo) });
}

const verifications: Readonly<Record<string, string>> = {
  JVS_VERIFIED: 'whitelist',
  JVS_SCAM: 'blacklist',
  JVS_APPROVED: 'graylist',
  JVS_COMMUNITY_VERIFIED: 'graylist',
};

function jettonInfo(jetton: UpstreamJetton): JsonValue {
  const { address, admin, name, symbol, image, holdersCount } = jetton;
  return {
    mintable: jetton.mintable,
    total_supply: jetton.totalSupply?.toString(),
    admin: admin === undefined ? undefined : { address: admin, is_scam: false, is_wallet: true },
    metadata: {
      address,
      name,
      symbol,
      decimals: String(jetton.decimals),
      image,
      description: jetton.description,
      social: jetton.social,
      websites: jetton.websites,
    },
    preview: image ?? 'https://cache.tonapi.example/placeholder.png',
    verification: verifications[jetton.verification] ?? 'none',
    holders_count: holdersCount === undefined ? undefined : Number(holdersCount),
  };
}
