import { toUserFriendly } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { additionalFilters, isAdditionalSort, measureOf, sortFieldIn } from '#contract/measures.ts';
import { type Operation, operations, type RequestOf } from '#contract/operations.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { service } from '#web/api/client/api-client.ts';
import type { CallOptions } from '#web/api/client/client.ts';
import { UnsupportedFilterError } from '#web/api/client/errors.ts';
import { asFields } from '#web/api/client/fields.ts';
import { loadSettings, trustedOrigins } from '#web/api/client/settings.ts';
import {
  type Activity,
  decodeActivity,
  decodePriceChanges,
  type PriceChanges,
} from '#web/api/decoding/decode-activity.ts';
import {
  type ByAddress,
  decodeByAddress,
  decodeListedJetton,
  decodePage,
  decodePreviews,
  decodeTrust,
  decodeValuation,
  type ListedJetton,
  type Trust,
  type Valuation,
} from '#web/api/decoding/decode-jetton.ts';
import { countPeriodOf } from '#web/money/periods.ts';
import { fetchUnsupportedFilters } from './filter-support.ts';

type Addresses = readonly string[];

export interface ListedPage {
  readonly items: ListedJetton[];
  readonly next: string | undefined;
}

/**
 * Fetches one page of the list (operation 1). Rejects with an UnsupportedFilterError instead of returning rows to which the
 * service has not applied the filter.
 */
export async function fetchJettons(
  // Services have no filter by age: see fetchListPage.
  filter: JettonListFilterInput & { readonly age?: undefined },
  options: CallOptions,
): Promise<ListedPage> {
  const trusted = trustedOrigins(await loadSettings());
  const decode = (body: unknown) => {
    const sprites = decodePreviews(asFields(body).chartSprites, trusted);
    return decodePage(body, 'jettons', (item) => decodeListedJetton(item, trusted, sprites));
  };
  const input = filter.sort && isAdditionalSort(filter.sort) ? await withSupportedSort(filter) : filter;
  const page = service.callAndDecode(operations.getJettons, input, decode, options);
  // Services without moves sort by price changes instead.
  const additional = additionalFilters.filter((field) => field !== 'moves' && filter[field] !== undefined);
  if (additional.length === 0) return page;
  // In parallel, so that the rows do not wait for two requests.
  const [loaded, unsupported] = await Promise.all([page, fetchUnsupportedFilters()]);
  if (additional.some((field) => unsupported.has(field))) throw new UnsupportedFilterError();
  return loaded;
}

/** Replaces a sort field that the service lacks by that of the next longer period. */
async function withSupportedSort(filter: JettonListFilterInput): Promise<JettonListFilterInput> {
  const { family, period } = measureOf(filter.sort ?? 'createdAt');
  if (!family || !period || !(await fetchUnsupportedFilters()).has('moves')) return filter;
  return { ...filter, sort: sortFieldIn(family, countPeriodOf(period)) };
}

/** Fetches the list records of jettons, including scam. */
export async function fetchRows(
  addresses: Addresses,
  options: CallOptions,
): Promise<ByAddress<ListedJetton>> {
  if (addresses.length === 0) return new Map();
  const { items } = await fetchJettons(filterFor(addresses), options);
  return new Map(items.map((jetton) => [jetton.identity.address, jetton]));
}

/** Fetches the values of jettons in a currency (operation 3). */
export function fetchValuations(
  addresses: Addresses,
  currency: Currency,
  options: CallOptions,
): Promise<ByAddress<Valuation>> {
  const input = { ...filterFor(addresses), currency };
  const decode = (body: unknown) => decodeByAddress(body, decodeValuation);
  return fetchByAddress(addresses, operations.getJettonMetricsList, input, decode, options);
}

/** Fetches changes and activity (operation 4). */
export function fetchActivity(addresses: Addresses, options: CallOptions): Promise<ByAddress<Activity>> {
  const decode = (body: unknown) => decodeByAddress(body, decodeActivity);
  return fetchByAddress(addresses, operations.getJettonStatisticsList, filterFor(addresses), decode, options);
}

/** Fetches price changes in a currency (operation 6). */
export function fetchPriceChanges(
  addresses: Addresses,
  currency: Currency,
  options: CallOptions,
): Promise<ByAddress<PriceChanges>> {
  const input = { address: [...addresses], currency };
  const decode = (body: unknown) =>
    decodeByAddress(body, (item) => decodePriceChanges(asFields(item).changes));
  return fetchByAddress(addresses, operations.getPriceChangeList, input, decode, options);
}

/** Fetches trust scores with their calculation times (operation 2). */
export function fetchTrust(addresses: Addresses, options: CallOptions): Promise<ByAddress<Trust>> {
  // Servers limit URLs to about 8,000 characters, so use the shorter user-friendly form.
  const input = filterFor(addresses.map(toUserFriendly));
  const decode = (body: unknown) => decodeByAddress(body, decodeTrust);
  return fetchByAddress(addresses, operations.getJettonTrustScoreList, input, decode, options);
}

/** Requests nothing for no addresses, which would select all jettons. */
async function fetchByAddress<Op extends Operation, Value>(
  addresses: Addresses,
  operation: Op,
  input: RequestOf<Op>,
  decode: (body: unknown) => ByAddress<Value>,
  options: CallOptions,
): Promise<ByAddress<Value>> {
  return addresses.length === 0 ? new Map() : service.callAndDecode(operation, input, decode, options);
}

function filterFor(addresses: Addresses) {
  return { address: [...addresses], limit: MAX_ADDRESSES };
}
