import type { ListedJetton } from '#web/api/strangers.ts';
import { shortAddress } from '#web/lib/short-address.ts';

export interface ComparedJetton {
  readonly address: string;
  readonly userFriendly: string;
  /** Not there yet. */
  readonly jetton: ListedJetton | undefined;
}

export function symbolOf({ jetton, userFriendly }: ComparedJetton): string {
  return jetton?.face.symbol ?? shortAddress(userFriendly);
}
