import { parseAddress, toUserFriendly } from '#contract/address.ts';
import type { Currency, PricePeriod } from '#contract/enums.ts';
import { currencyOf, USUAL_CURRENCY } from '#web/lib/numbers/currencies.ts';
import { periodLabelled, periodLabels } from '#web/lib/numbers/periods.ts';
import { COMPARED_MAX } from '#web/lib/screen/comparison-limits.ts';
import type { Query } from './query-text.ts';

/** What a link to a comparison says. */
export interface Comparison {
  /** Raw, in the order of the columns. */
  readonly addresses: readonly string[];
  readonly currency: Currency;
  /** Of the lines and of volume, transactions and traders. */
  readonly period: PricePeriod;
}

export interface ReadComparison {
  readonly comparison: Comparison;
  /** Addresses that found no place. */
  readonly left: readonly string[];
  /** Names of what the link says and the page does not understand. */
  readonly dropped: readonly string[];
}

const plain = { currency: USUAL_CURRENCY, period: 'day' } as const;

export function parseComparison(query: Readonly<Query>): ReadComparison {
  const { address = [], currency, period, ...rest } = query;
  const texts = [address].flat();
  const read = texts.map(parseAddress).filter((known) => known !== undefined);
  const different = [...new Set(read)];
  const own = {
    currency: currencyOf(currency),
    period: typeof period === 'string' ? periodLabelled(period) : undefined,
  };
  const bad = [
    ...(read.length < texts.length ? ['address'] : []),
    ...(currency !== undefined && own.currency === undefined ? ['currency'] : []),
    ...(period !== undefined && own.period === undefined ? ['period'] : []),
  ];
  return {
    comparison: {
      addresses: different.slice(0, COMPARED_MAX),
      currency: own.currency ?? plain.currency,
      period: own.period ?? plain.period,
    },
    left: different.slice(COMPARED_MAX),
    dropped: [...Object.keys(rest), ...bad],
  };
}

/** The other way; what is plain is not written. */
export function serialiseComparison({ addresses, currency, period }: Comparison): Query {
  return {
    ...(addresses.length === 0 ? {} : { address: addresses.map(toUserFriendly) }),
    ...(currency === plain.currency ? {} : { currency }),
    ...(period === plain.period ? {} : { period: periodLabels[period] }),
  };
}
