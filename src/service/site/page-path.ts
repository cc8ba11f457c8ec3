import { parseAddress, type RawAddress, toUserFriendly } from '#contract/address.ts';
import { chartQueryParams, type PageName, pagePaths, withUrlSafeAddresses } from '#contract/page-links.ts';

/** The page of a jetton or of one of its pools. */
export interface JettonPagePath {
  readonly address: RawAddress;
  readonly poolAddress: RawAddress | undefined;
}

interface PageMatch {
  readonly name: PageName;
  /** Jetton and pool of the page. Null if an address is malformed; undefined for pages without a jetton. */
  readonly subject: JettonPagePath | null | undefined;
}

const patterns = Object.entries(pagePaths).map(([name, path]) => ({
  // `Object.entries` widens the keys of `pagePaths` to string.
  name: name as PageName,
  pattern: new RegExp(`^${path.replaceAll(/\$(\w+)/g, '(?<$1>[^/]+)')}${path === '/' ? '' : '/?'}$`),
}));

/** Returns the dashboard's page at a path, with or without a trailing slash, or undefined if there is none. */
export function pageAt(path: string): PageMatch | undefined {
  for (const { name, pattern } of patterns) {
    const match = pattern.exec(withUrlSafeAddresses(path));
    if (match) return { name, subject: match.groups && subjectOf(match.groups) };
  }
  return undefined;
}

function subjectOf(parameters: Readonly<Record<string, string>>): JettonPagePath | null {
  try {
    const { address = '', poolAddress } = parameters;
    return (
      parseJettonPage(decodeURIComponent(address), poolAddress && decodeURIComponent(poolAddress)) ?? null
    );
  } catch {
    return null;
  }
}

/** Parses the addresses of a jetton and of one of its pools, in any form. Returns undefined if one is malformed. */
export function parseJettonPage(jetton: string, pool: string | undefined): JettonPagePath | undefined {
  const address = parseAddress(jetton);
  const poolAddress = pool === undefined ? undefined : parseAddress(pool);
  const isMalformed = address === undefined || (pool !== undefined && poolAddress === undefined);
  return isMalformed ? undefined : { address, poolAddress };
}

/** Parses the path of a jetton or pool page. Returns undefined for other pages and malformed addresses. */
export function parseJettonPagePath(path: string): JettonPagePath | undefined {
  const page = pageAt(path);
  if (page?.name !== 'jetton' && page?.name !== 'pool') return undefined;
  return page.subject ?? undefined;
}

/** Returns the canonical path of a page, with bounceable addresses. */
export function pagePath({ address, poolAddress }: JettonPagePath): string {
  const jetton = `/jetton/${toUserFriendly(address)}`;
  return poolAddress === undefined ? jetton : `${jetton}/pool/${toUserFriendly(poolAddress)}`;
}

/** Returns the path of a page's social image. */
export function socialImagePath(page: JettonPagePath): string {
  return `${pagePath(page).replace('/jetton/', '/social-card/')}.png`;
}

export function embedPath(address: RawAddress, poolAddress: RawAddress): string {
  return `/embed/${toUserFriendly(address)}/${toUserFriendly(poolAddress)}`;
}

const NAMES: ReadonlySet<string> = new Set(chartQueryParams);
/** Identifiers, numbers and timestamps: the only values of chart parameters. */
const VALUE = /^[\w:.+-]{1,40}$/;
const MAX_PARAMETERS = 24;

/**
 * Returns the chart parameters of a page's URL as a query string (`?…`) for the embed of the same chart, or an empty
 * string if there are none. Invalid values are dropped.
 */
export function embedView(url: string): string {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(url) ?? [];
  const valid = [...new URLSearchParams(query)].filter(
    ([name, value]) => NAMES.has(name) && VALUE.test(value),
  );
  const text = new URLSearchParams(valid.slice(0, MAX_PARAMETERS)).toString();
  return text && `?${text}`;
}
