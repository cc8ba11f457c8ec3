import { parseAddress, type RawAddress, toUserFriendly } from '#contract/address.ts';

/** A jetton's page, or one of its pools'. */
export interface JettonPagePath {
  readonly address: RawAddress;
  readonly poolAddress: RawAddress | undefined;
}

const PATH = /^\/jetton\/([^/]+)(?:\/pool\/([^/]+))?\/?$/;

/** Undefined for every other page, and where an address is none. */
export function readPagePath(path: string): JettonPagePath | undefined {
  const [, first, second] = PATH.exec(path) ?? [];
  const address = addressOf(first);
  const poolAddress = addressOf(second);
  if (address === undefined || (second !== undefined && poolAddress === undefined)) return undefined;
  return { address, poolAddress };
}

function addressOf(text: string | undefined): RawAddress | undefined {
  try {
    return text === undefined ? undefined : parseAddress(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}

/** The one spelling of a page's path that others link to. */
export function pagePath({ address, poolAddress }: JettonPagePath): string {
  const jetton = `/jetton/${toUserFriendly(address)}`;
  return poolAddress === undefined ? jetton : `${jetton}/pool/${toUserFriendly(poolAddress)}`;
}

/** Where the picture of a page is: its own path, under another name. */
export function cardPath(page: JettonPagePath): string {
  return `${pagePath(page).replace('/jetton/', '/social-card/')}.png`;
}

export function embedPath(address: RawAddress, poolAddress: RawAddress): string {
  return `/embed/${toUserFriendly(address)}/${toUserFriendly(poolAddress)}`;
}
