import { TON_ADDRESS } from '#contract/address.ts';
import type { ShortJettonMeta } from '#contract/jetton.ts';
import type { NativeCoin } from '#contract/native-coin.ts';
import type { Caller } from '#service/config/context.ts';
import { imageUrl } from './image-url.ts';
import type { ShortMetaRow } from './lists/short-meta.ts';

/** Returns the metadata of the native coin as the counterpart of a market. */
export function nativeMeta({ name, symbol }: NativeCoin): ShortJettonMeta {
  return { address: TON_ADDRESS, name, symbol, decimals: 9 };
}

export function shortMeta(row: ShortMetaRow, caller: Caller): ShortJettonMeta {
  const { address, name, symbol, decimals, image } = row;
  return { address, name, symbol, decimals, image: imageUrl(image, caller) };
}

export function jettonMapOf(metas: readonly ShortJettonMeta[]): Record<string, ShortJettonMeta> {
  return Object.fromEntries(metas.map((meta) => [meta.address, meta]));
}
