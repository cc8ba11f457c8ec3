import type { ListedJetton } from './untrusted.ts';

/** One answer of the list. */
export interface JettonPage {
  /** Its own in this tab: names the figures that are asked for its rows. */
  readonly id: number;
  readonly jettons: readonly ListedJetton[];
  readonly next: string | undefined;
  /** When it came, in milliseconds. */
  readonly readAt: number;
}

let made = 0;

export function newPage(jettons: readonly ListedJetton[], next: string | undefined): JettonPage {
  made += 1;
  return { id: made, jettons, next, readAt: Date.now() };
}
