import { shortenAddress } from '#contract/format/format-text.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';

export interface ComparedJetton {
  readonly address: string;
  readonly userFriendly: string;
  /** Undefined while loading. */
  readonly jetton: ListedJetton | undefined;
}

/** Returns the symbol, or the shortened address while the jetton is loading. */
export function symbolOf({ jetton, userFriendly }: ComparedJetton): string {
  return jetton?.identity.symbol ?? shortenAddress(userFriendly);
}
