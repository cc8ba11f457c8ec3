import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { type CountPeriod, type Currency, countPeriods } from '#contract/enums.ts';
import { type NamedRange, ranges } from '#web/chart/chart-view.ts';
import { DEFAULT_CURRENCY, parseCurrency } from '#web/lib/numbers/currencies.ts';
import { parsePeriodLabel, periodLabels } from '#web/lib/numbers/periods.ts';

/** What a link to a jetton carries. */
export interface JettonSearch {
  readonly currency?: Currency;
  /** Of the activity, as columns are headed. */
  readonly period?: string;
  /** Of the chart. */
  readonly range?: NamedRange;
  /** Of the markets, by the names of operation 12. */
  readonly exchangeId?: string;
  readonly counterpart?: string;
  readonly poolAddress?: string;
}

const MAX_EXCHANGE = 64;

/** Whatever is not understood reads as absent. */
export function parseJettonSearch(query: { readonly [key: string]: unknown }): JettonSearch {
  const { currency, period, range, exchangeId } = query;
  const read: { readonly [Key in keyof JettonSearch]: JettonSearch[Key] | undefined } = {
    currency: parseCurrency(currency),
    period: parseCountPeriod(period) && String(period),
    range: ranges.find((known) => known === range),
    exchangeId: typeof exchangeId === 'string' ? exchangeId.slice(0, MAX_EXCHANGE) || undefined : undefined,
    counterpart: canonicalAddress(query.counterpart),
    poolAddress: canonicalAddress(query.poolAddress),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

export function parseCountPeriod(label: unknown): CountPeriod | undefined {
  const period = typeof label === 'string' ? parsePeriodLabel(label) : undefined;
  return countPeriods.find((known) => known === period);
}

export function countPeriodLabel(period: CountPeriod): string {
  return periodLabels[period];
}

/** An address as links spell it; undefined where it is none. */
export function canonicalAddress(text: unknown): string | undefined {
  const raw = typeof text === 'string' ? parseAddress(text) : undefined;
  return raw === undefined ? undefined : toUserFriendly(raw);
}

interface JettonLink {
  readonly address: string;
  readonly search: JettonSearch;
}

/** The link in its one spelling, and with the device's currency where it names none; undefined where it is so already. */
export function canonicalJettonLink({ address, search }: JettonLink, kept: Currency): JettonLink | undefined {
  const usual = canonicalAddress(address) ?? address;
  const own = search.currency ?? (kept === DEFAULT_CURRENCY ? undefined : kept);
  if (usual === address && own === search.currency) return undefined;
  return { address: usual, search: own === undefined ? search : { ...search, currency: own } };
}
