import { toUserFriendly } from '#contract/address.ts';
import { formatShortNumber } from '#web/lib/numbers/short-numbers.ts';
import { minimumKinds } from '#web/lib/screen/minimum.ts';
import { type Range, rangeIds, rangesOf } from '#web/lib/screen/ranges.ts';
import { defaultFilter, type Screen, type ScreenFilter } from '#web/lib/screen/screen.ts';
import { sortNames } from '#web/lib/screen/sort-names.ts';
import { parseQueryText } from './parse-query.ts';
import { quote } from './tokenize.ts';
import { keyNames, minimumNames, rangeNames, SCAM, statusKeywords } from './vocabulary.ts';

/** Returns the query text of a screen's filter and minimum. Inverse of parsing it with `screenFromQuery`. */
export function serializeQueryText({ filter, minimum }: Screen): string {
  return [
    ...rangeTokens(filter),
    ...statusTokens(filter),
    ...addressTokens(filter),
    ...sortTokens(filter, minimum),
    ...(filter.search === undefined ? [] : [searchToken(filter.search)]),
  ].join(' ');
}

function rangeTokens(filter: ScreenFilter): string[] {
  const ranges = rangesOf(filter);
  return rangeIds.flatMap((id) => {
    const range = ranges[id];
    return range ? [rangeNames[id][0] + comparisonText(range)] : [];
  });
}

function comparisonText({ min, max }: Range): string {
  if (min === undefined) return `<=${formatShortNumber(max ?? '')}`;
  if (max === undefined) return `>=${formatShortNumber(min)}`;
  return min === max ? `=${formatShortNumber(min)}` : `:${formatShortNumber(min)}..${formatShortNumber(max)}`;
}

function statusTokens({ verification = [], excludeScam }: ScreenFilter): string[] {
  const includesScam = verification.includes('JVS_SCAM');
  // Keeps the order of the filter, which is canonical.
  const keywords = verification.map(
    (status) => statusKeywords.get(status) ?? `${keyNames.status[0]}:${SCAM}`,
  );
  if (includesScam === excludeScam) return [...keywords, excludeScam ? `-${SCAM}` : SCAM];
  return keywords;
}

function addressTokens(filter: ScreenFilter): string[] {
  return (['admin', 'address'] as const).flatMap((key) => {
    const addresses = filter[key] ?? [];
    return addresses.length > 0 ? [`${keyNames[key][0]}:${addresses.map(toUserFriendly).join(',')}`] : [];
  });
}

function sortTokens({ sort, order }: ScreenFilter, minimum: string | undefined): string[] {
  const [name] = minimumNames.get(sort) ?? [];
  const value = minimum === undefined || minimumKinds[sort] === 'date' ? minimum : formatShortNumber(minimum);
  if (value !== undefined && name !== undefined) return [`${name}>=${value}`];
  return [
    ...(sort === defaultFilter.sort ? [] : [`${keyNames.sort[0]}:${sortNames[sort].keyword}`]),
    ...(order === defaultFilter.order ? [] : [`${keyNames.order[0]}:${order}`]),
    ...(value === undefined ? [] : [`${keyNames.minimum[0]}:${value}`]),
  ];
}

/** Returns the search unquoted if all of its words are plain, otherwise quoted. */
function searchToken(search: string): string {
  const { tokens, problems, filters } = parseQueryText(search);
  const isPlain = tokens.every(({ kind }) => kind === 'word') && problems.length === 0;
  return isPlain && filters.search === search ? search : quote(search);
}
