import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { upperCaseRaw } from '#tools/upstream/spelling.ts';
import { stableHex, stableIndex } from '#tools/upstream/stable-hash.ts';
import type { UpstreamJetton, UpstreamMarket } from '#tools/upstream/upstream-market.ts';
import type { JsonValue } from './json-value.ts';
import { failure, integerParameter, type Source, success, unknownPath } from './source.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 1_000;

/** Serves `/api/v3/jetton/masters` of TON Center. */
export function toncenterSource({ jettons }: UpstreamMarket): Source {
  return ({ method, path, query }) => {
    if (method !== 'GET' || path.join('/') !== 'api/v3/jetton/masters') return unknownPath;
    const route = 'toncenter/api/v3/jetton/masters';
    const limit = query.has('limit') ? integerParameter(query, 'limit', 1) : DEFAULT_LIMIT;
    const offset = query.has('offset') ? integerParameter(query, 'offset') : 0;
    const requested = query.getAll('address').map(parseAddress);
    if (limit === undefined || limit > MAX_LIMIT || offset === undefined || requested.includes(undefined)) {
      return failure(route, 422, 'Invalid address, limit or offset');
    }
    const addresses = new Set(requested);
    const page = [...jettons.values()]
      .filter(({ address }) => requested.length === 0 || addresses.has(address))
      .slice(offset, offset + limit);
    return success(route, {
      jetton_masters: page.map(master),
      address_book: Object.fromEntries(
        page.map(({ address }) => [
          upperCaseRaw(address),
          { user_friendly: toUserFriendly(address), domain: null },
        ]),
      ),
      metadata: Object.fromEntries(page.map((jetton) => [upperCaseRaw(jetton.address), metadata(jetton)])),
    });
  };
}

function master(jetton: UpstreamJetton): JsonValue {
  const { address, admin } = jetton;
  return {
    address: upperCaseRaw(address),
    total_supply: jetton.totalSupply?.toString(),
    mintable: jetton.mintable,
    admin_address: admin === undefined ? null : upperCaseRaw(admin),
    jetton_content: contentOf(jetton),
    jetton_wallet_code_hash: stableHex(`wallet code ${address}`),
    code_hash: stableHex(`code ${address}`),
    data_hash: stableHex(`data ${address}`),
    last_transaction_lt: '1',
  };
}

/** Returns on-chain content, or a link: then only `metadata` contains the content it leads to. */
function contentOf({ address, name, symbol, decimals, image, description }: UpstreamJetton): JsonValue {
  return stableIndex(`content ${address}`, 2) === 0
    ? { uri: `https://metadata.example/${address}.json` }
    : { name, symbol, decimals: String(decimals), image, description };
}

function metadata({
  name,
  symbol,
  decimals,
  image,
  description,
  websites,
  social,
}: UpstreamJetton): JsonValue {
  return {
    is_indexed: true,
    token_info: [
      {
        valid: true,
        type: 'jetton_masters',
        name,
        symbol,
        description,
        image,
        extra: { decimals: String(decimals), websites, social },
      },
    ],
  };
}
