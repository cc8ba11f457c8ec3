import { shortenAddress } from '#contract/format/shorten-address.ts';
import type { ListedJetton } from '#web/api/decoding/untrusted.ts';

export interface ComparedJetton {
  readonly address: string;
  readonly userFriendly: string;
  /** Not there yet. */
  readonly jetton: ListedJetton | undefined;
}

export function symbolOf({ jetton, userFriendly }: ComparedJetton): string {
  return jetton?.face.symbol ?? shortenAddress(userFriendly);
}
