import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { type CountPeriod, type Currency, countPeriods } from '#contract/enums.ts';
import { DEFAULT_CURRENCY, parseCurrency } from '#web/money/currencies.ts';
import { parsePeriodLabel } from '#web/money/periods.ts';
import { type NamedRange, ranges } from './chart-view.ts';

/** State of the jetton page that a link contains. */
export interface JettonSearch {
  readonly currency?: Currency;
  /** Label of the activity period. */
  readonly period?: string;
  /** Range of the chart. */
  readonly range?: NamedRange;
  /** Market filters, named as in operation 12. */
  readonly exchangeId?: string;
  readonly counterpart?: string;
  readonly poolAddress?: string;
}

const MAX_EXCHANGE_LENGTH = 64;

/** Parses the query of a link. Omits invalid parameters. */
export function parseJettonSearch(query: { readonly [key: string]: unknown }): JettonSearch {
  const { currency, period, range, exchangeId } = query;
  const parsed: { readonly [Key in keyof JettonSearch]: JettonSearch[Key] | undefined } = {
    currency: parseCurrency(currency),
    period: parseCountPeriod(period) && String(period),
    range: ranges.find((name) => name === range),
    exchangeId:
      typeof exchangeId === 'string' ? exchangeId.slice(0, MAX_EXCHANGE_LENGTH) || undefined : undefined,
    counterpart: canonicalAddress(query.counterpart),
    poolAddress: canonicalAddress(query.poolAddress),
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}

/** Returns the period with a label, or undefined if there is none with counts. */
export function parseCountPeriod(label: unknown): CountPeriod | undefined {
  const period = typeof label === 'string' ? parsePeriodLabel(label) : undefined;
  return countPeriods.find((countPeriod) => countPeriod === period);
}

/** Returns an address in the user-friendly form that links use, or undefined if it is invalid. */
export function canonicalAddress(text: unknown): string | undefined {
  const raw = typeof text === 'string' ? parseAddress(text) : undefined;
  return raw === undefined ? undefined : toUserFriendly(raw);
}

interface JettonLink {
  readonly address: string;
  readonly search: JettonSearch;
}

/**
 * Returns the link in canonical form, with the stored currency if it has none. Returns undefined if the link is already
 * canonical.
 */
export function canonicalJettonLink(
  { address, search }: JettonLink,
  storedCurrency: Currency,
): JettonLink | undefined {
  const canonical = canonicalAddress(address) ?? address;
  const currency = search.currency ?? (storedCurrency === DEFAULT_CURRENCY ? undefined : storedCurrency);
  if (canonical === address && currency === search.currency) return undefined;
  return { address: canonical, search: currency === undefined ? search : { ...search, currency } };
}
