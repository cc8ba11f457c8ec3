import { toUserFriendly } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { operations } from '#contract/operations.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import type { Activity } from '#web/api/decoding/activity.ts';
import { readActivity } from '#web/api/decoding/decode-activity.ts';
import { type ByAddress, readByAddress, readPage } from '#web/api/decoding/decode-page.ts';
import { type Money, readMoney } from '#web/api/decoding/money.ts';
import { readTrust, type Trust } from '#web/api/decoding/trust.ts';
import { type ListedJetton, readListedJetton } from '#web/api/decoding/untrusted.ts';
import type { CallOptions } from '#web/api/transport/client.ts';
import { service } from '#web/api/transport/service.ts';
import { loadSettings, ownOrigins } from '#web/api/transport/settings.ts';

type Addresses = readonly string[];

/** One page of the list: operation 1. */
export async function askJettons(filter: JettonListFilterInput, options: CallOptions) {
  const own = ownOrigins(await loadSettings());
  const read = (body: unknown) => readPage(body, 'jettons', (item) => readListedJetton(item, own));
  return service.read(operations.getJettons, filter, read, options);
}

/** The list's rows of some jettons, whatever they are marked as. */
export async function askRows(addresses: Addresses, options: CallOptions): Promise<ByAddress<ListedJetton>> {
  const { items } = await askJettons(only(addresses), options);
  return new Map(items.map((jetton) => [jetton.face.address, jetton]));
}

/** What jettons are worth in a currency: operation 3. */
export function askMoney(
  addresses: Addresses,
  currency: Currency,
  options: CallOptions,
): Promise<ByAddress<Money>> {
  const input = { ...only(addresses), currency };
  const read = (body: unknown) => readByAddress(body, readMoney);
  return service.read(operations.getJettonMetricsList, input, read, options);
}

/** Changes and activity: operation 4. */
export function askActivity(addresses: Addresses, options: CallOptions): Promise<ByAddress<Activity>> {
  const read = (body: unknown) => readByAddress(body, readActivity);
  return service.read(operations.getJettonStatisticsList, only(addresses), read, options);
}

/** Trust scores with their time: operation 2. */
export function askTrust(addresses: Addresses, options: CallOptions): Promise<ByAddress<Trust>> {
  // In the query, where servers take some 8,000 characters: a hundred raw addresses would be as many.
  const input = only(addresses.map(toUserFriendly));
  const read = (body: unknown) => readByAddress(body, readTrust);
  return service.read(operations.getJettonTrustScoreList, input, read, options);
}

function only(addresses: Addresses) {
  return { address: [...addresses], limit: MAX_ADDRESSES };
}
