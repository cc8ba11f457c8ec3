import type { ListedJetton } from './decode-jetton.ts';

/** One answer of the list. */
export interface JettonPage {
  /** Its own in this tab: names the figures that are asked for its rows. */
  readonly id: number;
  readonly jettons: readonly ListedJetton[];
  readonly next: string | undefined;
  /** When it came, in milliseconds. */
  readonly loadedAt: number;
}

let made = 0;

export function createPage(jettons: readonly ListedJetton[], next: string | undefined): JettonPage {
  made += 1;
  return { id: made, jettons, next, loadedAt: Date.now() };
}
