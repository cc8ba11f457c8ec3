import { toUserFriendly } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import { allSupported, type UnsupportedFilters } from '#contract/measures.ts';
import { type BoundEnd, excludedValue, formatFilterValue } from '#web/list/filter-values.ts';
import { minimumKind } from '#web/list/list-end.ts';
import { defaultFilter, type ScreenFilter } from '#web/list/list-filter.ts';
import type { Screen } from '#web/list/list-state.ts';
import { kindOf, type NumberKind, rangeIds, sortName, textOf } from '#web/list/measure-texts.ts';
import type { DecimalText } from '#web/money/decimals.ts';
import { periodLabels } from '#web/money/periods.ts';
import { parseQueryText } from './parse-query.ts';
import { keyNames, minimumFields, NOT_WARNED, quote, SCAM, statusKeywords } from './vocabulary.ts';

/**
 * Returns the query text of a screen's filter and minimum. Inverse of parsing it with `screenFromQuery`, for the same
 * service. The screen must not contain ranges that the service lacks.
 *
 * Sums are in USD, and say so if another currency is selected: `liq>=$57448.57`.
 */
export function serializeQueryText(
  { filter, minimum, currency }: Screen,
  unsupported: UnsupportedFilters = allSupported,
): string {
  return [
    ...rangeTokens(filter, currency),
    ...statusTokens(filter),
    ...(filter.excludeWarned && !unsupported.has('excludeWarned') ? [NOT_WARNED] : []),
    ...(filter.excludeUntraded && !unsupported.has('excludeUntraded')
      ? [`${keyNames.traded[0]}:${periodLabels[filter.excludeUntraded]}`]
      : []),
    ...addressTokens(filter),
    ...sortTokens(filter, minimum, currency, unsupported),
    ...(filter.search === undefined ? [] : [searchToken(filter.search)]),
  ].join(' ');
}

function rangeTokens(filter: ScreenFilter, currency: Currency): string[] {
  const { ranges = {} } = filter;
  return rangeIds.flatMap((id) => {
    const { min, max } = ranges[id] ?? {};
    const [name] = textOf(id).names;
    const kind = kindOf(id);
    const bounds = [boundText(kind, 'min', min, currency), boundText(kind, 'max', max, currency)].flatMap(
      (bound) => bound ?? [],
    );
    const [low, high] = bounds;
    // One filter cannot contain two strict bounds.
    if (!low || !high || low.isStrict || high.isStrict) return bounds.map(({ text }) => name + text);
    return [name + (min === max ? `=${low.value}` : `:${low.value}..${high.value}`)];
  });
}

function boundText(kind: NumberKind, end: BoundEnd, bound: DecimalText | undefined, currency: Currency) {
  if (bound === undefined) return undefined;
  const excluded = excludedValue(kind, end, bound);
  const isStrict = excluded !== undefined;
  const value = valueText(kind, excluded ?? bound, currency);
  return { text: `${end === 'min' ? '>' : '<'}${isStrict ? '' : '='}${value}`, value, isStrict };
}

function valueText(kind: NumberKind, value: DecimalText, currency: Currency): string {
  const text = formatFilterValue(kind, value);
  return kind === 'sum' && currency !== 'usd' ? `$${text}` : text;
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

function sortTokens(
  { sort, order }: ScreenFilter,
  minimum: DecimalText | undefined,
  currency: Currency,
  unsupported: UnsupportedFilters,
): string[] {
  const [name] = textOf(sort).names;
  const kind = minimumKind(sort);
  const bound = kind && boundText(kind, 'min', minimum, currency);
  if (bound && minimumFields(unsupported).includes(sort)) return [name + bound.text];
  const value = kind && minimum && valueText(kind, minimum, currency);
  return [
    ...(sort === defaultFilter.sort ? [] : [`${keyNames.sort[0]}:${sortName(sort)}`]),
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
