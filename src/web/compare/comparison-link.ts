import { parseAddress, toUserFriendly } from '#contract/address.ts';
import type { Currency, PricePeriod } from '#contract/enums.ts';
import type { Query } from '#web/kit/device/query-string.ts';
import { MAX_COMPARED } from '#web/list/comparison-limits.ts';
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
  readonly scale: ComparisonScale | undefined;
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

const defaults = { currency: DEFAULT_CURRENCY, period: 'day' } as const;

/** Parses the query of a link. Ignores invalid parameters. */
export function parseComparison(query: Readonly<Query>): ParsedComparison {
  const { address = [], currency, period, scale, ...rest } = query;
  const texts = [address].flat();
  const parsed = texts.map(parseAddress).filter((raw) => raw !== undefined);
  const unique = [...new Set(parsed)];
  const values = {
    currency: parseCurrency(currency),
    period: typeof period === 'string' ? parsePeriodLabel(period) : undefined,
    scale: comparisonScales.find((name) => name === scale),
  };
  const invalid = [
    ...(parsed.length < texts.length ? ['address'] : []),
    ...(currency !== undefined && values.currency === undefined ? ['currency'] : []),
    ...(period !== undefined && values.period === undefined ? ['period'] : []),
    ...(scale !== undefined && values.scale === undefined ? ['scale'] : []),
  ];
  return {
    comparison: {
      addresses: unique.slice(0, MAX_COMPARED),
      currency: values.currency ?? defaults.currency,
      period: values.period ?? defaults.period,
      scale: values.scale,
    },
    excess: unique.slice(MAX_COMPARED),
    ignored: [...Object.keys(rest), ...invalid],
  };
}

/** Returns the query of a comparison without default values. Inverse of `parseComparison`. */
export function serializeComparison({ addresses, currency, period, scale }: Comparison): Query {
  return {
    ...(addresses.length === 0 ? {} : { address: addresses.map(toUserFriendly) }),
    ...(currency === defaults.currency ? {} : { currency }),
    ...(period === defaults.period ? {} : { period: periodLabels[period] }),
    ...(scale === undefined ? {} : { scale }),
  };
}
