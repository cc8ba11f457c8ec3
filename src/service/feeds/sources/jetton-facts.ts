import type { RawAddress } from '#contract/address.ts';
import type { JettonFacts } from '#service/market/batch.ts';
import type { Fields } from '#service/validation/fields.ts';
import { readDecimals } from '#service/validation/read-jetton.ts';
import { LenientReader } from './lenient-reader.ts';

type Facts = Omit<JettonFacts, 'address'>;

/** Reads name, symbol, image and decimals, which sources of swaps name differently. Invalid ones are missing. */
export function readAssetFacts(
  address: RawAddress,
  fields: Fields,
  names: { readonly name?: string; readonly image?: string } = {},
): JettonFacts {
  const facts = new LenientReader();
  return toFacts(address, {
    name: facts.read(() => fields.text('name', names.name)),
    symbol: facts.read(() => fields.text('symbol')),
    image: facts.read(() => fields.text('image', names.image)),
    decimals: facts.read(() => fields.optional('decimals', readDecimals)),
  });
}

/** Returns facts without those that are undefined and may not be. */
export function toFacts(
  address: RawAddress,
  values: { readonly [Name in keyof Facts]: Facts[Name] | undefined },
): JettonFacts {
  const { name, symbol, decimals, links, verification, ...others } = values;
  return {
    address,
    ...others,
    ...(name !== undefined && { name }),
    ...(symbol !== undefined && { symbol }),
    ...(decimals !== undefined && { decimals }),
    ...(links !== undefined && { links }),
    ...(verification !== undefined && { verification }),
  };
}
