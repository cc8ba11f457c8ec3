import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { type CountPeriod, type Currency, countPeriods } from '#contract/enums.ts';
import {
  createLink,
  isSameQuery,
  type LinkQuery,
  oneOf,
  parameter,
  type Query,
} from '#web/kit/device/link-state.ts';
import { DEFAULT_CURRENCY, parseCurrency } from '#web/money/currencies.ts';
import { parsePeriodLabel, periodLabels } from '#web/money/periods.ts';
import { type NamedRange, ranges } from './chart-view.ts';

const tradeSides = ['buy', 'sell'] as const;
/** Smallest values of trades in USD. */
export const tradeSizes = ['100', '1000', '10000', '100000'] as const;

/** Filters of the list of trades, on the pages of jettons and pools. */
export interface TradeFilters {
  readonly side?: (typeof tradeSides)[number] | undefined;
  readonly size?: (typeof tradeSizes)[number] | undefined;
  /** User-friendly address. */
  readonly trader?: string | undefined;
}

export const tradeFilterLink = createLink<TradeFilters>({
  side: parameter('side', oneOf(tradeSides), undefined),
  size: parameter('size', oneOf(tradeSizes), undefined),
  trader: parameter('trader', canonicalAddress, undefined),
});

/** State of the jetton page that a link contains. */
interface JettonState extends TradeFilters {
  readonly currency?: Currency | undefined;
  /** Period of the activity. */
  readonly period?: CountPeriod | undefined;
  /** Range of the chart. */
  readonly range?: NamedRange | undefined;
  /** Market filters, named as in operation 12. */
  readonly exchangeId?: string | undefined;
  readonly counterpart?: string | undefined;
  readonly poolAddress?: string | undefined;
}

/** Parameters of a link to a jetton. */
export type JettonSearch = { readonly [Key in keyof JettonState]?: string };

const MAX_EXCHANGE_LENGTH = 64;

/** A missing currency is that of the device, so links contain the default currency. */
export const jettonLink = createLink<JettonState>({
  currency: parameter('currency', parseCurrency, undefined),
  period: parameter('period', parseCountPeriod, undefined, (period) => periodLabels[period]),
  range: parameter('range', oneOf(ranges), undefined),
  exchangeId: parameter('exchangeId', (text) => text.slice(0, MAX_EXCHANGE_LENGTH), undefined),
  counterpart: parameter('counterpart', canonicalAddress, undefined),
  poolAddress: parameter('poolAddress', canonicalAddress, undefined),
  ...tradeFilterLink.parts,
});

/** Parses the query of a link. Omits invalid parameters. */
export function parseJettonSearch(query: LinkQuery): JettonSearch {
  return jettonLink.serialize(jettonLink.parse(query));
}

/** Returns the period with a label, or undefined if there is none with counts. */
function parseCountPeriod(label: string): CountPeriod | undefined {
  const period = parsePeriodLabel(label);
  return countPeriods.find((countPeriod) => countPeriod === period);
}

/** Returns an address in the user-friendly form that links use, or undefined if it is invalid. */
export function canonicalAddress(text: string): string | undefined {
  const raw = parseAddress(text);
  return raw === undefined ? undefined : toUserFriendly(raw);
}

/**
 * Returns the canonical form of a link, with the stored currency if it has none and without invalid parameters. Returns
 * undefined if the link is already canonical.
 */
export function canonicalJettonLink(
  { address, search }: { readonly address: string; readonly search: Query },
  storedCurrency: Currency,
): { readonly address: string; readonly search: JettonSearch } | undefined {
  const parsed = parseJettonSearch(search);
  const currency = parsed.currency ?? (storedCurrency === DEFAULT_CURRENCY ? undefined : storedCurrency);
  const canonical = {
    address: canonicalAddress(address) ?? address,
    search: currency === undefined ? parsed : { ...parsed, currency },
  };
  const isCanonical = canonical.address === address && isSameQuery(canonical.search, search);
  return isCanonical ? undefined : canonical;
}
