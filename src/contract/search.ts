import * as z from 'zod/mini';
import { jetton, shortJettonMeta } from './jetton.ts';
import { searchText } from './jetton-filter.ts';
import { market } from './market.ts';
import { define } from './operations.ts';
import { limitSchema, MAX_LIMIT } from './pagination.ts';

/** Pools that a search returns at most, after the jettons. */
export const MAX_FOUND_POOLS = 4;

/** A jetton, or a pool as a market of the jetton. */
export const searchItem = z
  .object({
    jetton,
    market: z.optional(market),
    /** Of the market. */
    counterpart: z.optional(shortJettonMeta),
  })
  .check(z.meta({ id: 'SearchItem' }));
export type SearchItem = z.infer<typeof searchItem>;

/** Finds what users mean by a text. The specification has no such operation. */
export const search = define({
  name: 'search',
  method: 'GET',
  path: '/v1/search',
  plan: 'free',
  input: z.object({ q: searchText(1), limit: limitSchema(MAX_LIMIT) }),
  response: z.object({ items: z.array(searchItem) }),
});

/** The two sides of a pair as typed. Either can be the jetton or its quote. */
export interface TypedPair {
  readonly sides: readonly [string, string];
  /** Whether the sides are separated by a sign. Words separated by a space may also be one name. */
  readonly isExplicit: boolean;
}

const SIGN = /^([^/\-–]+?)\s*[/\-–]\s*([^/\-–]+)$/;
const SPACE = /^(\S+)\s+(\S+)$/;

/** Parses a pair such as `NOT/TON`, `not - usdt` or `not ton`. Returns undefined for any other text. */
export function parsePair(text: string): TypedPair | undefined {
  const trimmed = text.trim();
  const explicit = SIGN.exec(trimmed);
  const [, first, second] = explicit ?? SPACE.exec(trimmed) ?? [];
  return first === undefined || second === undefined
    ? undefined
    : { sides: [first, second], isExplicit: explicit !== null };
}
