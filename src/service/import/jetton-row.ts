import type { RawAddress } from '#contract/address.ts';
import { TON_ADDRESS } from '#contract/address.ts';
import { type VerificationStatus, verificationStatuses } from '#contract/enums.ts';
import { fold, grams } from '#service/analytics/search-text.ts';
import { copyLine } from '#service/store/copy-text.ts';
import { BadValue } from './bad-rows.ts';
import type { Fields } from './fields.ts';
import { type Link, readLink } from './links.ts';
import { readAddress, readInt64, readInteger, readSmallInteger, readTime } from './values.ts';

const DEFAULT_DECIMALS = 9;
const MAX_DECIMALS = 255;

export const jettonColumns = [
  'id',
  'address',
  'name',
  'symbol',
  'name_folded',
  'symbol_folded',
  'grams',
  'decimals',
  'image',
  'description',
  'links',
  'admin',
  'offchain_admin',
  'total_supply',
  'circulating_supply',
  'mintable',
  'modified_contract',
  'verification',
  'created_at',
  'holders_count',
  'holders_changed_at',
  'given_trust_score',
  'given_trust_score_updated_at',
] as const;

export function readJettonAddress(fields: Fields): RawAddress {
  const address = fields.required('address', readAddress);
  if (address === TON_ADDRESS) throw new BadValue('address is that of TON itself');
  return address;
}

/** One line of COPY into `jettonColumns`. */
export function jettonLine(id: number, address: RawAddress, fields: Fields): string {
  const name = fields.text('name') ?? '';
  const symbol = fields.text('symbol') ?? '';
  const folded = [fold(name), fold(symbol)];
  return copyLine([
    id,
    address,
    name,
    symbol,
    ...folded,
    grams(...folded),
    fields.optional('decimals', (field, text) => readSmallInteger(field, text, MAX_DECIMALS)) ??
      DEFAULT_DECIMALS,
    fields.text('image'),
    fields.text('description'),
    JSON.stringify(linksOf(fields)),
    fields.optional('admin', readAddress),
    fields.optional('offchainAdmin', readAddress),
    fields.optional('totalSupply', readInteger),
    fields.optional('circulatingSupply', readInteger),
    fields.flag('mintable'),
    fields.flag('modifiedContract'),
    fields.optional('verification', readVerification) ?? 'JVS_NONE',
    fields.optional('createdAt', readTime),
    fields.optional('holdersCount', readInt64),
    fields.optional('holdersChangedAt', readTime),
    fields.optional('trustScore', (field, text) => readSmallInteger(field, text, 100)),
    fields.optional('trustScoreUpdatedAt', readTime),
  ]);
}

function readVerification(name: string, text: string): VerificationStatus {
  const status = verificationStatuses.find((known) => known === text.trim());
  if (status === undefined) throw new BadValue(`${name} is not a verification status`, text);
  return status;
}

// Texts that are no links are left out: lists made by hand are full of "-" and half an address.
function linksOf(fields: Fields): Link[] {
  const links = [...fields.texts('websites'), ...fields.texts('social')].map(readLink);
  return Array.from(new Map(links.flatMap((link) => (link ? [[link.url, link] as const] : []))).values());
}
