import { parseAddress, toUserFriendly } from '#contract/address.ts';
import type { Currency, PricePeriod } from '#contract/enums.ts';
import { DEFAULT_CURRENCY, parseCurrency } from '#web/lib/numbers/currencies.ts';
import { parsePeriodLabel, periodLabels } from '#web/lib/numbers/periods.ts';
import { MAX_COMPARED } from '#web/lib/screen/comparison-limits.ts';
import type { Query } from './query-string.ts';

/** What a link to a comparison says. */
export interface Comparison {
  /** Raw, in the order of the columns. */
  readonly addresses: readonly string[];
  readonly currency: Currency;
  /** Of the lines and of volume, transactions and traders. */
  readonly period: PricePeriod;
}

export interface ParsedComparison {
  readonly comparison: Comparison;
  /** Addresses that found no place. */
  readonly excess: readonly string[];
  /** Names of what the link says and the page does not understand. */
  readonly ignored: readonly string[];
}

const plain = { currency: DEFAULT_CURRENCY, period: 'day' } as const;

export function parseComparison(query: Readonly<Query>): ParsedComparison {
  const { address = [], currency, period, ...rest } = query;
  const texts = [address].flat();
  const read = texts.map(parseAddress).filter((known) => known !== undefined);
  const different = [...new Set(read)];
  const own = {
    currency: parseCurrency(currency),
    period: typeof period === 'string' ? parsePeriodLabel(period) : undefined,
  };
  const bad = [
    ...(read.length < texts.length ? ['address'] : []),
    ...(currency !== undefined && own.currency === undefined ? ['currency'] : []),
    ...(period !== undefined && own.period === undefined ? ['period'] : []),
  ];
  return {
    comparison: {
      addresses: different.slice(0, MAX_COMPARED),
      currency: own.currency ?? plain.currency,
      period: own.period ?? plain.period,
    },
    excess: different.slice(MAX_COMPARED),
    ignored: [...Object.keys(rest), ...bad],
  };
}

/** The other way; what is plain is not written. */
export function serializeComparison({ addresses, currency, period }: Comparison): Query {
  return {
    ...(addresses.length === 0 ? {} : { address: addresses.map(toUserFriendly) }),
    ...(currency === plain.currency ? {} : { currency }),
    ...(period === plain.period ? {} : { period: periodLabels[period] }),
  };
}
