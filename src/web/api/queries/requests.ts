import { toUserFriendly } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { operations } from '#contract/operations.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import type { Activity } from '#web/api/decoding/activity.ts';
import { decodeActivity } from '#web/api/decoding/decode-activity.ts';
import { decodeListedJetton, type ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { type ByAddress, decodeByAddress, decodePage } from '#web/api/decoding/decode-page.ts';
import { decodeMoney, type Money } from '#web/api/decoding/money.ts';
import { decodeTrust, type Trust } from '#web/api/decoding/trust.ts';
import type { CallOptions } from '#web/api/transport/client.ts';
import { service } from '#web/api/transport/service.ts';
import { loadSettings, trustedOrigins } from '#web/api/transport/settings.ts';

type Addresses = readonly string[];

/** One page of the list: operation 1. */
export async function fetchJettons(filter: JettonListFilterInput, options: CallOptions) {
  const own = trustedOrigins(await loadSettings());
  const read = (body: unknown) => decodePage(body, 'jettons', (item) => decodeListedJetton(item, own));
  return service.callAndDecode(operations.getJettons, filter, read, options);
}

/** The list's rows of some jettons, whatever they are marked as. */
export async function fetchRows(
  addresses: Addresses,
  options: CallOptions,
): Promise<ByAddress<ListedJetton>> {
  const { items } = await fetchJettons(only(addresses), options);
  return new Map(items.map((jetton) => [jetton.identity.address, jetton]));
}

/** What jettons are worth in a currency: operation 3. */
export function fetchMoney(
  addresses: Addresses,
  currency: Currency,
  options: CallOptions,
): Promise<ByAddress<Money>> {
  const input = { ...only(addresses), currency };
  const read = (body: unknown) => decodeByAddress(body, decodeMoney);
  return service.callAndDecode(operations.getJettonMetricsList, input, read, options);
}

/** Changes and activity: operation 4. */
export function fetchActivity(addresses: Addresses, options: CallOptions): Promise<ByAddress<Activity>> {
  const read = (body: unknown) => decodeByAddress(body, decodeActivity);
  return service.callAndDecode(operations.getJettonStatisticsList, only(addresses), read, options);
}

/** Trust scores with their time: operation 2. */
export function fetchTrust(addresses: Addresses, options: CallOptions): Promise<ByAddress<Trust>> {
  // In the query, where servers take some 8,000 characters: a hundred raw addresses would be as many.
  const input = only(addresses.map(toUserFriendly));
  const read = (body: unknown) => decodeByAddress(body, decodeTrust);
  return service.callAndDecode(operations.getJettonTrustScoreList, input, read, options);
}

function only(addresses: Addresses) {
  return { address: [...addresses], limit: MAX_ADDRESSES };
}
