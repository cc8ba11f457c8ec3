import type { ListedJetton } from './decode-jetton.ts';

/** One loaded page of the jetton list. */
export interface JettonPage {
  /** Unique in this tab. Used in the query keys of the metrics of its rows. */
  readonly id: number;
  readonly jettons: readonly ListedJetton[];
  readonly next: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly loadedAt: number;
}

let lastId = 0;

export function createPage(jettons: readonly ListedJetton[], next: string | undefined): JettonPage {
  lastId += 1;
  return { id: lastId, jettons, next, loadedAt: Date.now() };
}
