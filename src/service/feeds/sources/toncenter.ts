import { parseAddress, type RawAddress, REVOKED_ADMIN, toUserFriendly } from '#contract/address.ts';
import type { MetadataSource, SourceClient } from '#service/feeds/client/source.ts';
import type { JettonFacts } from '#service/market/batch.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import { readAdmin, readDecimals, readJettonAddress, readLinks } from '#service/validation/read-jetton.ts';
import { readInteger } from '#service/validation/values.ts';
import { checkMetadata, LenientReader, readJettonItems } from './jetton-facts.ts';
import { readResponse } from './read-response.ts';

const PATH = '/api/v3/jetton/masters';
/** Keeps URLs below 8 kB. */
const BATCH_SIZE = 100;

/** Reads metadata from TON Center. */
export function createToncenterSource(client: SourceClient): MetadataSource {
  const fetchJettons: MetadataSource['fetchJettons'] = async (addresses, signal) => {
    if (addresses.length === 0) return { jettons: [], claims: [], invalid: [] };
    const query = [
      ...addresses.map((address) => ['address', toUserFriendly(address)] as const),
      ['limit', String(addresses.length)] as const,
    ];
    const response = await client.request(PATH, { query, signal });
    const { masters, metadata } = readResponse(PATH, () => {
      const fields = toFields(response);
      return { masters: fields.requiredArray('jetton_masters'), metadata: readMetadata(fields) };
    });
    return await readJettonItems(masters, addresses, (fields, facts) => readMaster(fields, metadata, facts));
  };
  return {
    batchSize: BATCH_SIZE,
    fetchJettons,
    check: async (signal) => await checkMetadata('TON Center', fetchJettons, signal),
  };
}

/** Content of jettons that TON Center has resolved, by address. It contains what is not on the chain. */
function readMetadata(response: Fields): ReadonlyMap<RawAddress, unknown> {
  const metadata = response.object('metadata');
  const entries = (metadata?.entries() ?? []).flatMap(([text, value]) => {
    const address = parseAddress(text);
    return address === undefined ? [] : [[address, value] as const];
  });
  return new Map(entries);
}

function readMaster(
  fields: Fields,
  metadata: ReadonlyMap<RawAddress, unknown>,
  facts: LenientReader,
): JettonFacts {
  const address = readJettonAddress(fields);
  const content = facts.read(() => fields.object('jetton_content'));
  const info = facts.read(() => readTokenInfo(metadata.get(address)));
  const extra = facts.read(() => info?.object('extra'));
  // What is on the chain takes precedence, as in TEP-64.
  const either = <Value>(read: (source: Fields) => Value | undefined, other = info) =>
    facts.read(() => content && read(content)) ?? facts.read(() => other && read(other));
  return {
    address,
    name: either((source) => source.text('name')),
    symbol: either((source) => source.text('symbol')),
    decimals: either((source) => source.optional('decimals', readDecimals), extra),
    image: either((source) => source.text('image')),
    description: either((source) => source.text('description')),
    links: readOffChainLinks(extra),
    admin: facts.read(() =>
      fields.isEmpty('admin_address', null) ? REVOKED_ADMIN : readAdmin(fields, 'admin_address'),
    ),
    totalSupply: facts.read(() => fields.optional('total_supply', readInteger)),
    mintable: facts.read(() => fields.boolean('mintable')),
  };
}

// Content that is not on the chain may have any form, and links are rarely part of it.
function readOffChainLinks(extra: Fields | undefined): JettonFacts['links'] {
  const links = new LenientReader().read(() => extra && readLinks(extra));
  return links?.length === 0 ? undefined : links;
}

function readTokenInfo(value: unknown): Fields | undefined {
  if (value === undefined) return undefined;
  const infos = toFields(value)
    .requiredArray('token_info')
    .map((info) => toFields(info));
  return infos.find((info) => info.optional('type', (_, text) => text) === 'jetton_masters');
}
