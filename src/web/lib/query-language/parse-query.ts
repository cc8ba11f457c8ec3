import type { RawAddress } from '#contract/address.ts';
import { rangesOf } from '#web/lib/screen/ranges.ts';
import { defaultFilter, type Screen, withFilter, withMinimum, withRanges } from '#web/lib/screen/screen.ts';
import { collectFilters, type QueryFilters } from './collect-filters.ts';
import { interpretToken, type Meaning } from './interpret.ts';
import { tokenize } from './tokenize.ts';

/** A piece of the text, from `start` to before `end`, and why it is not understood where it is not. */
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
  /** An address that stands by itself: the jetton to go to. */
  readonly jetton: RawAddress | undefined;
}

/**
 * Reads a typed query: `liq>50k trust>=60 24h>5 verified dogs`. Ranges of the service include both ends, so `>` is
 * `≥` and `<` is `≤`. Whatever is not understood is a token with a problem, and asks for nothing.
 * `base` is what `floor:` without a sort is about.
 */
export function parseQueryText(text: string, base = defaultFilter): ParsedQuery {
  const pieces = tokenize(text);
  const meanings = pieces.map(interpretToken);
  const { filters, problems } = collectFilters(meanings, base);
  const tokens = pieces.map(({ start, end }, index): ParsedToken => {
    const { kind } = meanings[index] ?? { kind: 'unknown' };
    return { kind, start, end, problem: problems[index] };
  });
  const jetton = meanings.find((meaning) => meaning.kind === 'jetton')?.address;
  return { tokens, problems: tokens.filter(({ problem }) => problem !== undefined), filters, jetton };
}

/** The screen that a text describes by itself; currency and columns, which it cannot say, are kept. */
export function screenFromQuery(screen: Screen, { filters }: ParsedQuery): Screen {
  return putOver(withMinimum({ ...screen, filter: defaultFilter }, undefined), filters);
}

/** The screen with what a text says instead of what the screen said of the same. */
export function applyQuery(screen: Screen, { filters }: ParsedQuery): Screen {
  return putOver(screen, filters);
}

function putOver(screen: Screen, { ranges, floor, ...parts }: QueryFilters): Screen {
  const order = parts.sort === undefined ? parts.order : (parts.order ?? defaultFilter.order);
  const includesScam = parts.verification?.includes('JVS_SCAM');
  const excludeScam = parts.excludeScam ?? (includesScam ? false : undefined);
  const said = Object.entries({ ...parts, order, excludeScam }).filter(([, part]) => part !== undefined);
  const put = withFilter(screen, Object.fromEntries(said));
  const ranged = withRanges(put, { ...rangesOf(put.filter), ...ranges });
  return floor === undefined ? ranged : withMinimum(ranged, floor);
}
