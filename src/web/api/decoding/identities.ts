import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import type { JettonIdentity } from './decode-jetton.ts';

export type Identities = ReadonlyMap<string, JettonIdentity>;

export function symbolOf(address: string, identities: Identities): string {
  const known = address === TON_ADDRESS ? 'TON' : identities.get(address)?.symbol;
  return known ?? shortenAddress(toUserFriendly(address));
}
