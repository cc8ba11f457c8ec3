import { parseAddress, type RawAddress, toUserFriendly } from '#contract/address.ts';
import { type PageName, pagePaths } from '#contract/page-paths.ts';

/** A jetton's page, or one of its pools'. */
export interface JettonPagePath {
  readonly address: RawAddress;
  readonly poolAddress: RawAddress | undefined;
}

export interface PageMatch {
  readonly name: PageName;
  /** What the page is about; null where an address is malformed, undefined for pages about no jetton. */
  readonly subject: JettonPagePath | null | undefined;
}

const patterns = Object.entries(pagePaths).map(([name, path]) => ({
  // The keys of `pagePaths` are all there is in its entries.
  name: name as PageName,
  pattern: new RegExp(`^${path.replaceAll(/\$(\w+)/g, '(?<$1>[^/]+)')}${path === '/' ? '' : '/?'}$`),
}));

/** The dashboard's page at a path, with or without a slash at the end; undefined where it has none. */
export function pageAt(path: string): PageMatch | undefined {
  for (const { name, pattern } of patterns) {
    const match = pattern.exec(path);
    if (match) return { name, subject: match.groups && subjectOf(match.groups) };
  }
  return undefined;
}

function subjectOf(parameters: Readonly<Record<string, string | undefined>>): JettonPagePath | null {
  const address = addressOf(parameters.address);
  const poolAddress = addressOf(parameters.poolAddress);
  const isMalformed = address === undefined || (parameters.poolAddress !== undefined && !poolAddress);
  return isMalformed ? null : { address, poolAddress };
}

function addressOf(text: string | undefined): RawAddress | undefined {
  try {
    return text === undefined ? undefined : parseAddress(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}

/** What a jetton's or a pool's page is about; undefined for every other page, and where an address is malformed. */
export function parseJettonPagePath(path: string): JettonPagePath | undefined {
  const page = pageAt(path);
  if (page?.name !== 'jetton' && page?.name !== 'pool') return undefined;
  return page.subject ?? undefined;
}

/** The canonical path of a page. */
export function pagePath({ address, poolAddress }: JettonPagePath): string {
  const jetton = `/jetton/${toUserFriendly(address)}`;
  return poolAddress === undefined ? jetton : `${jetton}/pool/${toUserFriendly(poolAddress)}`;
}

/** Path of a page's image for social networks. */
export function socialImagePath(page: JettonPagePath): string {
  return `${pagePath(page).replace('/jetton/', '/social-card/')}.png`;
}

export function embedPath(address: RawAddress, poolAddress: RawAddress): string {
  return `/embed/${toUserFriendly(address)}/${toUserFriendly(poolAddress)}`;
}
