import { toUserFriendly } from '#contract/address.ts';
import { formatShortNumber } from '#web/lib/numbers/short-numbers.ts';
import { minimumKinds } from '#web/lib/screen/minimum.ts';
import { type Range, rangeIds, rangesOf } from '#web/lib/screen/ranges.ts';
import { defaultFilter, type Screen, type ScreenFilter } from '#web/lib/screen/screen.ts';
import { sortNames } from '#web/lib/screen/sort-names.ts';
import { parseQueryText } from './parse-query.ts';
import { quote } from './tokenize.ts';
import { keyNames, minimumNames, rangeNames, SCAM, statusKeywords } from './vocabulary.ts';

/** The text that describes a screen: what `typedScreen` reads as the same filter and floor. */
export function serializeQueryText({ filter, minimum }: Screen): string {
  return [
    ...rangePieces(filter),
    ...statusPieces(filter),
    ...addressPieces(filter),
    ...sortPieces(filter, minimum),
    ...(filter.search === undefined ? [] : [searchPiece(filter.search)]),
  ].join(' ');
}

function rangePieces(filter: ScreenFilter): string[] {
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

function statusPieces({ verification = [], excludeScam }: ScreenFilter): string[] {
  const withScam = verification.includes('JVS_SCAM');
  // In the filter's order, which two filters that are the same share.
  const words = verification.map((status) => statusKeywords.get(status) ?? `${keyNames.status[0]}:${SCAM}`);
  if (withScam === excludeScam) return [...words, excludeScam ? `-${SCAM}` : SCAM];
  return words;
}

function addressPieces(filter: ScreenFilter): string[] {
  return (['admin', 'address'] as const).flatMap((key) => {
    const addresses = filter[key] ?? [];
    return addresses.length > 0 ? [`${keyNames[key][0]}:${addresses.map(toUserFriendly).join(',')}`] : [];
  });
}

function sortPieces({ sort, order }: ScreenFilter, floor: string | undefined): string[] {
  const [name] = minimumNames.get(sort) ?? [];
  const minimum = floor === undefined || minimumKinds[sort] === 'date' ? floor : formatShortNumber(floor);
  if (minimum !== undefined && name !== undefined) return [`${name}>=${minimum}`];
  return [
    ...(sort === defaultFilter.sort ? [] : [`${keyNames.sort[0]}:${sortNames[sort].keyword}`]),
    ...(order === defaultFilter.order ? [] : [`${keyNames.order[0]}:${order}`]),
    ...(minimum === undefined ? [] : [`${keyNames.floor[0]}:${minimum}`]),
  ];
}

/** Bare where the words are read as themselves. */
function searchPiece(search: string): string {
  const { tokens, problems, filters } = parseQueryText(search);
  const isPlain = tokens.every(({ kind }) => kind === 'word') && problems.length === 0;
  return isPlain && filters.search === search ? search : quote(search);
}
