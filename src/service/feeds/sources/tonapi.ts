import { type RawAddress, REVOKED_ADMIN } from '#contract/address.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import type { MetadataSource, SourceClient } from '#service/feeds/client/source.ts';
import type { JettonClaims, JettonFacts, Multiplier } from '#service/market/batch.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import { readAdmin, readDecimals, readJettonAddress, readLinks } from '#service/validation/read-jetton.ts';
import { readInt64, readInteger, readPositiveInteger } from '#service/validation/values.ts';
import { checkMetadata, type LenientReader, readJettonItems, toMultiplier } from './jetton-facts.ts';
import { readResponse } from './read-response.ts';

const PATH = '/v2/jettons/_bulk';
const BATCH_SIZE = 100;

/** Reads metadata, verification and numbers of holders from TonAPI. */
export function createTonapiSource(client: SourceClient): MetadataSource {
  const fetchJettons: MetadataSource['fetchJettons'] = async (addresses, signal) => {
    if (addresses.length === 0) return { jettons: [], claims: [], invalid: [] };
    const response = await client.request(PATH, { body: { account_ids: addresses }, signal });
    const items = readResponse(PATH, () => toFields(response).requiredArray('jettons'));
    return await readJettonItems(items, addresses, readJettonInfo, readClaims);
  };
  return {
    batchSize: BATCH_SIZE,
    fetchJettons,
    check: async (signal) => await checkMetadata('TonAPI', fetchJettons, signal),
  };
}

function readJettonInfo(fields: Fields, facts: LenientReader): JettonFacts {
  const metadata = fields.requiredObject('metadata');
  const mintable = facts.read(() => fields.boolean('mintable'));
  return {
    address: readJettonAddress(metadata),
    name: facts.read(() => metadata.text('name')),
    symbol: facts.read(() => metadata.text('symbol')),
    decimals: facts.read(() => metadata.optional('decimals', readDecimals)),
    image: facts.read(() => metadata.text('image')),
    description: facts.read(() => metadata.text('description')),
    links: facts.read(() => readLinks(metadata)),
    admin: facts.read(() => {
      const admin = fields.object('admin');
      if (admin) return readAdmin(admin, 'address');
      // Like the admin, `mintable` is read from the contract.
      return mintable === undefined ? undefined : REVOKED_ADMIN;
    }),
    totalSupply: facts.read(() => fields.optional('total_supply', readInteger)),
    mintable,
    verification: facts.read(() => fields.optional('verification', readVerification)),
    holdersCount: facts.read(() => fields.optional('holders_count', readInt64)),
  };
}

function readClaims(address: RawAddress, fields: Fields, facts: LenientReader): JettonClaims[] {
  const multiplier = facts.read(() => readScaledUi(fields.object('scaled_ui')));
  return multiplier ? [{ address, source: 'tonapi', multiplier }] : [];
}

function readScaledUi(scaled: Fields | undefined): Multiplier | undefined {
  if (!scaled) return undefined;
  const integer = (name: string) => BigInt(scaled.required(name, readPositiveInteger));
  return toMultiplier(integer('numerator'), integer('denominator'));
}

function readVerification(_: string, text: string): VerificationStatus {
  switch (text) {
    case 'whitelist':
      return 'JVS_VERIFIED';
    case 'blacklist':
      return 'JVS_SCAM';
    default:
      return 'JVS_NONE';
  }
}
