import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import type { JettonFace } from './untrusted.ts';

export type Faces = ReadonlyMap<string, JettonFace>;

export function symbolOf(address: string, faces: Faces): string {
  const known = address === TON_ADDRESS ? 'TON' : faces.get(address)?.symbol;
  return known ?? shortenAddress(toUserFriendly(address));
}
