import { parseAddress, toUserFriendly } from '#contract/address.ts';
import type { Currency, PricePeriod } from '#contract/enums.ts';
import { MAX_COMPARED } from '#web/grid/rows/compared-rows.ts';
import {
  createLink,
  type LinkQuery,
  listParameter,
  oneOf,
  parameter,
  parseLink,
  type Query,
} from '#web/kit/device/link-state.ts';
import { DEFAULT_CURRENCY, parseCurrency } from '#web/money/currencies.ts';
import { parsePeriodLabel, periodLabels } from '#web/money/periods.ts';

/** State of the comparison page that a link contains. */
export interface Comparison {
  /** Raw addresses in column order. */
  readonly addresses: readonly string[];
  readonly currency: Currency;
  /** Period of the chart and of volume, transactions and traders. */
  readonly period: PricePeriod;
  /** Scale of the chart. If undefined, it depends on the range of the values. */
  readonly scale?: ComparisonScale | undefined;
}

export const comparisonScales = ['linear', 'log'] as const;
export type ComparisonScale = (typeof comparisonScales)[number];

export interface ParsedComparison {
  readonly comparison: Comparison;
  /** Addresses beyond the maximum number. */
  readonly excess: readonly string[];
  /** Names of unknown or invalid parameters. */
  readonly ignored: readonly string[];
}

const link = createLink<Comparison>({
  // Addresses beyond the maximum are reported as `excess`.
  addresses: listParameter('address', parseAddress, Number.POSITIVE_INFINITY, toUserFriendly),
  currency: parameter('currency', parseCurrency, DEFAULT_CURRENCY),
  period: parameter('period', parsePeriodLabel, 'day', (period) => periodLabels[period]),
  scale: parameter('scale', oneOf(comparisonScales), undefined),
});

/** Parses the query of a link. Ignores invalid parameters. */
export function parseComparison(query: LinkQuery): ParsedComparison {
  const { state, ignored } = parseLink(link, query);
  const { addresses, ...others } = state;
  return {
    comparison: { ...others, addresses: addresses.slice(0, MAX_COMPARED) },
    excess: addresses.slice(MAX_COMPARED),
    ignored,
  };
}

/** Returns the query of a comparison without default values. Inverse of `parseComparison`. */
export const serializeComparison: (comparison: Comparison) => Query = link.serialize;
