import type { RawAddress } from '#contract/address.ts';
import { allSupported, type UnsupportedRanges } from '#contract/measures.ts';
import { defaultFilter, normalizeFilter, type ScreenFilter } from '#web/list/list-filter.ts';
import { type Screen, withMinimum } from '#web/list/list-state.ts';
import { collectFilters, type QueryFilters } from './collect-filters.ts';
import { interpretToken, type Meaning } from './interpret.ts';
import { tokenize } from './tokenize.ts';

/** A token of the text from `start` (inclusive) to `end` (exclusive), with an error message if it is invalid. */
export interface ParsedToken {
  readonly kind: Meaning['kind'];
  readonly start: number;
  readonly end: number;
  readonly problem: string | undefined;
}

export interface ParsedQuery {
  readonly tokens: readonly ParsedToken[];
  readonly problems: readonly ParsedToken[];
  readonly filters: QueryFilters;
  /** A standalone address: the jetton to open. */
  readonly jetton: RawAddress | undefined;
}

export interface QueryContext {
  /** The filter whose sort field `min:` applies to by default. */
  readonly base?: ScreenFilter;
  readonly unsupported?: UnsupportedRanges;
}

/**
 * Parses a query text, for example `liq>50k trust>=60 24h>5 age<7d verified dogs`. `>` and `<` exclude the number: they
 * set the next bound that the service can compare. Invalid tokens have a problem and are not applied.
 */
export function parseQueryText(
  text: string,
  { base = defaultFilter, unsupported = allSupported }: QueryContext = {},
): ParsedQuery {
  const rawTokens = tokenize(text);
  const meanings = rawTokens.map((token) => interpretToken(token, unsupported));
  const { filters, problems } = collectFilters(meanings, base);
  const tokens = rawTokens.map(({ start, end }, index): ParsedToken => {
    const { kind } = meanings[index] ?? { kind: 'unknown' };
    return { kind, start, end, problem: problems[index] };
  });
  const jetton = meanings.find((meaning) => meaning.kind === 'jetton')?.address;
  return { tokens, problems: tokens.filter(({ problem }) => problem !== undefined), filters, jetton };
}

/** Returns the screen of a query alone. Keeps the currency and columns, which a query cannot contain. */
export function screenFromQuery(screen: Screen, { filters }: ParsedQuery): Screen {
  const { minimum, ...parts } = filters;
  const includesScam = parts.verification?.includes('JVS_SCAM');
  const excludeScam = parts.excludeScam ?? (includesScam ? false : undefined);
  const filter = normalizeFilter({ ...parts, excludeScam });
  return withMinimum({ ...screen, filter }, minimum);
}
