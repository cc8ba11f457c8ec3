import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { type VerificationStatus, verificationStatuses } from '#contract/enums.ts';
import type { Link, NewJetton } from '#service/store/jetton-row.ts';
import { BadValueError } from './bad-value-error.ts';
import type { Fields } from './fields.ts';
import { readLink } from './read-link.ts';
import { readAddress, readInt64, readInteger, readSmallInteger, readTime } from './values.ts';

const DEFAULT_DECIMALS = 9;
const MAX_DECIMALS = 255;

/** Reads the address of a jetton. Throws BadValueError. */
export function readJettonAddress(fields: Fields): RawAddress {
  const address = fields.required('address', readAddress);
  if (address === TON_ADDRESS) throw new BadValueError('address must not be that of the native coin');
  return address;
}

/** Reads all fields of a jetton. Throws BadValueError. */
export function readJetton(address: RawAddress, fields: Fields): Omit<NewJetton, 'id'> {
  return {
    address,
    name: fields.text('name') ?? '',
    symbol: fields.text('symbol') ?? '',
    decimals: fields.optional('decimals', readDecimals) ?? DEFAULT_DECIMALS,
    image: fields.text('image'),
    description: fields.text('description'),
    links: readLinks(fields),
    admin: fields.optional('admin', readAddress),
    offchainAdmin: fields.optional('offchainAdmin', readAddress),
    totalSupply: fields.optional('totalSupply', readInteger),
    circulatingSupply: fields.optional('circulatingSupply', readInteger),
    mintable: fields.boolean('mintable'),
    modifiedContract: fields.boolean('modifiedContract'),
    verification: fields.optional('verification', readVerification) ?? 'JVS_NONE',
    createdAt: fields.optional('createdAt', readTime),
    holdersCount: fields.optional('holdersCount', readInt64),
    holdersChangedAt: fields.optional('holdersChangedAt', readTime),
    trustScore: fields.optional('trustScore', (field, text) => readSmallInteger(field, text, 100)),
    trustScoreUpdatedAt: fields.optional('trustScoreUpdatedAt', readTime),
  };
}

export function readDecimals(name: string, text: string): number {
  return readSmallInteger(name, text, MAX_DECIMALS);
}

function readVerification(name: string, text: string): VerificationStatus {
  const status = verificationStatuses.find((candidate) => candidate === text.trim());
  if (status === undefined) throw new BadValueError(`${name} is not a valid verification status`, text);
  return status;
}

/**
 * Reads `websites` and `social`. Skips texts that are not links: manually edited lists often contain "-" and incomplete
 * addresses.
 */
export function readLinks(fields: Fields): Link[] {
  const links = [...fields.links('websites'), ...fields.links('social')].map(readLink);
  return Array.from(new Map(links.flatMap((link) => (link ? [[link.url, link] as const] : []))).values());
}
