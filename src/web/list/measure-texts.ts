import type { Order } from '#contract/enums.ts';
import {
  extensionIds,
  type FilterMeasureId,
  type MeasureId,
  type MeasureKind,
  measureIds,
  measureOf,
  measures,
  type SortField,
  sortFields,
  type UnsupportedFilters,
} from '#contract/measures.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { periodLabels } from '#web/money/periods.ts';

/** A measure that lists can be filtered by, or the age, which requests send as a range of `createdAt`. */
export type RangeId = FilterMeasureId | 'age';

/** Unit of a filter value: US dollars, a count, percent, seconds, or seconds since 1970. */
export type NumberKind = MeasureKind | 'duration';

export type FilterGroupId = 'size' | 'activity' | 'facts' | 'change';

interface MeasureText {
  /** Label in menus. */
  readonly label: string;
  /** Label in a chip. Default: `label`. */
  readonly chip?: string;
  /** Names in the query language. Filters are serialized with the first. */
  readonly names: readonly [string, ...string[]];
  /** The column that shows it, or the totals of its family over the selected period. */
  readonly column?: ColumnText;
  /** Name in `sort:…`, if it differs from the first of `names`. */
  readonly sortName?: string;
}

interface ColumnText {
  /** Links contain it: never change one. */
  readonly id: string;
  /** Position among the columns, the rows of a comparison and the fields of exports. */
  readonly rank: number;
  /** Default: that of the measure. */
  readonly label?: string;
  /** Default: the label. */
  readonly title?: string;
  /** Label in two-line rows, which have no header; empty if the value needs none. Default: the label. */
  readonly shortLabel?: string;
  readonly width: number;
}

/** What a measure needs if lists can be sorted by it. */
interface SortText {
  /** Position in the sort menu. */
  readonly sortRank: number;
}

/** What a measure needs if lists can be filtered by it. */
interface FilterText {
  readonly group: FilterGroupId;
  /** Suggested values. */
  readonly samples: readonly string[];
  /** Sign that completion inserts. Default: `>=`. */
  readonly sign?: string;
  /** Label of the completion. Default: the label with its unit. */
  readonly hint?: string;
  /**
   * Position among suggestions for a list without matches: filters that are more likely to be too strict come first.
   * Ranges of changes exclude more jettons than ranges of sizes.
   */
  readonly relaxRank: number;
}

type Field<Id extends MeasureId | 'age'> = MeasureText &
  (Id extends SortField ? SortText : unknown) &
  (Id extends RangeId ? FilterText : unknown);

const percentSamples = ['-10', '-5', '5', '10', '50'];
const smallCounts = ['10', '100', '1k', '10k'];
const largeSums = ['100k', '1M', '10M', '100M'];

function priceChange(names: MeasureText['names'], sortRank: number) {
  return {
    label: `${names[0]} change in ${nativeCoin.symbol}`,
    names,
    sortRank,
    group: 'change',
    samples: percentSamples,
    relaxRank: sortRank,
  } as const;
}

function exit<const Id extends string>(id: Id, amount: '1k' | '10k', rank: number) {
  const isWorst = id.startsWith('worst');
  return {
    label: `${isWorst ? 'Worst exit' : 'Exit'} $${amount}`,
    names: [id],
    sortRank: rank,
    group: 'size',
    samples: amount === '1k' ? ['900', '950', '990'] : ['9k', '9.5k', '9.9k'],
    relaxRank: 17,
    column: {
      id,
      rank: rank - 7,
      title: `USD for jettons worth $${amount}${isWorst ? ' at the lowest reserves of 30 days' : ''}, without fees`,
      width: isWorst ? 140 : 118,
    },
  } as const;
}

/** In the order of the filter panel and of chips. */
const fields = {
  liquidityUsd: {
    label: 'Liquidity',
    names: ['liq', 'liquidity'],
    sortRank: 2,
    group: 'size',
    samples: ['10k', '50k', '100k', '1M'],
    relaxRank: 30,
    column: { id: 'liquidity', rank: 4, shortLabel: 'Liq', width: 112 },
  },
  tvl: { label: 'TVL', names: ['tvl'], sortRank: 3 },
  mcap: {
    label: 'Market cap',
    names: ['mcap', 'marketcap'],
    group: 'size',
    samples: largeSums,
    relaxRank: 28,
    column: {
      id: 'mcap',
      rank: 6,
      shortLabel: 'Mcap',
      title: 'Market capitalization: price × circulating supply',
      width: 126,
    },
  },
  fdmc: {
    label: 'FDV',
    names: ['fdv', 'fdmc'],
    sortRank: 4,
    group: 'size',
    samples: largeSums,
    relaxRank: 29,
    column: {
      id: 'fdmc',
      rank: 5,
      title: 'Fully diluted valuation: price × total supply',
      width: 84,
    },
  },
  exit1k: exit('exit1k', '1k', 17),
  exit10k: exit('exit10k', '10k', 18),
  worstExit1k: exit('worst1k', '1k', 19),
  worstExit10k: exit('worst10k', '10k', 20),
  volume24h: {
    label: '24h volume',
    names: ['volume', 'vol'],
    sortRank: 1,
    group: 'activity',
    samples: ['1k', '10k', '100k', '1M'],
    relaxRank: 25,
    column: {
      id: 'volume',
      rank: 1,
      label: 'Volume',
      shortLabel: 'Vol',
      title: 'Trading volume',
      width: 132,
    },
  },
  transactions24h: {
    label: '24h transactions',
    names: ['tx', 'txs', 'transactions', 'trades', 'swaps'],
    sortName: 'transactions',
    sortRank: 7,
    group: 'activity',
    samples: smallCounts,
    relaxRank: 23,
    column: {
      id: 'transactions',
      rank: 2,
      label: 'Transactions',
      shortLabel: 'Txs',
      title: 'Number of swaps',
      width: 124,
    },
  },
  traders24h: {
    label: '24h traders',
    names: ['traders'],
    sortRank: 8,
    group: 'activity',
    samples: smallCounts,
    relaxRank: 24,
    column: { id: 'traders', rank: 3, label: 'Traders', title: 'Number of traders', width: 112 },
  },
  age: {
    label: 'Age',
    names: ['age'],
    group: 'facts',
    samples: ['1h', '1d', '7d', '30d'],
    // New jettons are searched for more often than old ones.
    sign: '<',
    hint: 'Age (m, h, d or w)',
    relaxRank: 21,
  },
  createdAt: {
    label: 'Created',
    names: ['created'],
    sortRank: 16,
    group: 'facts',
    samples: [],
    hint: 'Created (2026-01-20)',
    relaxRank: 22,
    column: { id: 'age', rank: 9, label: 'Age', title: 'Time since the jetton was created', width: 60 },
  },
  trustScore: {
    label: 'Trust score',
    chip: 'Trust',
    names: ['trust', 'score'],
    sortRank: 5,
    group: 'facts',
    samples: ['50', '60', '80', '90'],
    relaxRank: 26,
    column: {
      id: 'trust',
      rank: 8,
      label: 'Trust',
      title: 'Trust score, 0 to 100, and its age if it was calculated more than 24 hours ago',
      width: 64,
    },
  },
  holders: {
    label: 'Holders',
    names: ['holders', 'holder'],
    sortRank: 6,
    group: 'facts',
    samples: ['100', '1k', '10k', '100k'],
    relaxRank: 27,
    column: { id: 'holders', rank: 7, title: 'Number of holders', width: 92 },
  },
  effectiveTraders: {
    label: 'Effective traders',
    names: ['effective'],
    sortRank: 21,
    group: 'facts',
    samples: ['5', '10', '50', '100'],
    relaxRank: 18,
    column: {
      id: 'effective',
      rank: 14,
      title: 'Effective traders over 7 days',
      width: 126,
    },
  },
  buyersWhoSold: {
    label: 'Buyers who sold',
    names: ['sold'],
    sortRank: 22,
    group: 'facts',
    samples: ['5', '20', '50'],
    relaxRank: 19,
    column: {
      id: 'sold',
      rank: 15,
      shortLabel: 'Sold',
      title: 'Buyers of 7 days who ever sold, %',
      width: 128,
    },
  },
  trending: {
    label: 'Trending',
    names: ['trending'],
    sortRank: 23,
    group: 'facts',
    samples: ['1', '2', '5'],
    relaxRank: 20,
    column: {
      id: 'trending',
      rank: 16,
      shortLabel: '',
      title: 'Effective traders and volume, × a usual day',
      width: 196,
    },
  },
  topTenHolders: {
    label: 'Top 10 holders',
    names: ['top10'],
    sortRank: 24,
    group: 'facts',
    samples: ['10', '20', '50'],
    // Concentrated supplies are avoided more often than searched for.
    sign: '<=',
    relaxRank: 16,
    column: {
      id: 'top10',
      rank: 17,
      shortLabel: 'Top 10',
      title: 'Share of the ten largest holders except pools and burned tokens, %',
      width: 122,
    },
  },
  tonPriceChangeMin15: priceChange(['15m'], 9),
  tonPriceChangeHour: priceChange(['1h', 'hour'], 10),
  tonPriceChangeHour6: priceChange(['6h'], 11),
  tonPriceChangeHour12: priceChange(['12h'], 12),
  tonPriceChangeDay: priceChange(['24h', '1d', 'day'], 13),
  tonPriceChangeWeek: priceChange(['7d', '1w', 'week'], 14),
  tonPriceChangeMonth: priceChange(['30d', 'month'], 15),
} as const satisfies { readonly [Id in MeasureId | 'age']: Field<Id> };

type Fields = typeof fields;
type FieldWithColumn = Extract<Fields[keyof Fields], { readonly column: object }>;
export type MeasureColumnId = FieldWithColumn['column']['id'];

export interface MeasureColumn extends ColumnText {
  readonly id: MeasureColumnId;
  readonly measure: MeasureId;
  readonly label: string;
  readonly title: string;
}

/** Columns of measures in their order. */
export const measureColumns: readonly MeasureColumn[] = measureIds
  .flatMap((measure): MeasureColumn[] => {
    const field = fields[measure];
    return 'column' in field ? [{ measure, label: field.label, title: field.label, ...field.column }] : [];
  })
  .toSorted((a, b) => a.rank - b.rank);

// Object.fromEntries does not keep the names.
export const measureColumnById = Object.fromEntries(measureColumns.map((column) => [column.id, column])) as {
  readonly [Id in MeasureColumnId]: MeasureColumn;
};

export function isMeasureColumn(id: string): id is MeasureColumnId {
  return Object.hasOwn(measureColumnById, id);
}

/** Returns the texts of a measure or of the age. */
export function textOf(id: MeasureId | 'age'): MeasureText {
  return fields[id];
}

export function filterTextOf(id: RangeId): FilterText {
  return fields[id];
}

/** Returns the label of a sort field. Price changes are sorted in the unit of the row. */
export function sortLabel(sort: SortField): string {
  const { family, period } = measureOf(sort);
  return family === 'tonPriceChange' && period ? `${periodLabels[period]} change` : textOf(sort).label;
}

/** Returns the name of a sort field in `sort:…`. */
export function sortName(sort: SortField): string {
  const { sortName, names } = textOf(sort);
  return sortName ?? names[0];
}

/** Sort fields in the order of the menu. */
export const sortMenu: readonly SortField[] = sortFields.toSorted(
  (a, b) => fields[a].sortRank - fields[b].sortRank,
);

export function orderName(sort: SortField, order: Order): string {
  if (measures[sort].kind === 'time') return order === 'desc' ? 'newest first' : 'oldest first';
  return order === 'desc' ? 'highest first' : 'lowest first';
}

/** Filters in the order of the panel and of chips. */
export const rangeIds = (Object.keys(fields) as (MeasureId | 'age')[]).filter(
  (id): id is RangeId => id === 'age' || measureOf(id).filter !== undefined,
);

/** The measure whose filter requests use. */
function requestedMeasure(id: RangeId): FilterMeasureId {
  return id === 'age' ? 'createdAt' : id;
}

export function isSupported(id: RangeId, unsupported: UnsupportedFilters): boolean {
  const extension = extensionIds.find((candidate) => candidate === requestedMeasure(id));
  return extension === undefined || !unsupported.has(measures[extension].filter);
}

/** Returns whether lists can be filtered by a sort field. */
export function isFilterable(sort: SortField, unsupported: UnsupportedFilters): boolean {
  const id = rangeIds.find((candidate) => candidate === sort);
  return id !== undefined && isSupported(id, unsupported);
}

export function kindOf(id: RangeId): NumberKind {
  return id === 'age' ? 'duration' : measures[id].kind;
}

/** Unit of a value in texts: shares are percentages without a sign. */
export type TextKind = NumberKind | 'share';

export function textKindOf(id: MeasureId | 'age'): TextKind {
  if (id === 'age') return 'duration';
  const { kind, max } = measureOf(id);
  return kind === 'percent' && max !== undefined ? 'share' : kind;
}

/** Returns the label in a chip. */
export function chipLabel(id: RangeId): string {
  const { chip, label } = textOf(id);
  return chip ?? label;
}

/** Returns the label with the unit of the filter, which is USD for sums. */
export function rangeLabel(id: RangeId): string {
  const { label } = textOf(id);
  const units: { readonly [Kind in NumberKind]?: string } = { sum: ', USD', percent: ', %' };
  return label + (units[kindOf(id)] ?? '');
}
