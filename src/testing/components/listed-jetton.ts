import { toUserFriendly } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Activity, PeriodTotal } from '#web/api/decoding/decode-activity.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';

/** Returns a jetton whose name, address and values are derived from its index. Lower indexes have higher values. */
export function listedJetton(index: number, changes: Partial<ListedJetton> = {}): ListedJetton {
  const address = `0:${(index + 1).toString(16).padStart(64, '0')}`;
  const amount = amountFromDecimal(String(1_000_000 - index * 1000));
  return {
    identity: {
      address,
      userFriendly: toUserFriendly(address),
      name: `Jetton ${index}`,
      symbol: `SYM${index}`,
      image: undefined,
    },
    decimals: 9,
    createdAt: '2026-01-01T00:00:00Z',
    admin: undefined,
    totalSupply: '1000000000000',
    circulatingSupply: '1000000000000',
    mintable: true,
    modifiedContract: false,
    verification: 'JVS_NONE',
    warnings: [],
    missing: [],
    trendingBy: undefined,
    price: amountFromDecimal('0.5'),
    priceUsd: amountFromDecimal('1.25'),
    holders: String(5000 - index),
    liquidityUsd: amount,
    fdmc: amount,
    mcap: amount,
    trustScore: 80,
    previewUrls: {},
    tonPreviewUrls: {},
    ...changes,
  };
}

export function listedJettons(count: number): ListedJetton[] {
  return Array.from({ length: count }, (_, index) => listedJetton(index));
}

const calculatedAt = '2026-01-29T07:50:00Z';

/** Changes over a day with different signs and numbers of decimals. */
const dayChanges = [12.25, -3.5, 150.4, 0.04, -48];

/** Returns statistics of the default columns for the jetton at an index. */
export function listedActivity(index: number): Activity {
  const percent = dayChanges[index % dayChanges.length] ?? 0;
  const volume24h = amountFromDecimal(String(900_000 - index * 1000));
  return {
    tonPriceChangeHour: 1.5,
    tonPriceChangeDay: percent,
    tonPriceChangeWeek: -3,
    transactions24h: '120',
    traders24h: '45',
    volume24h,
    ton: {
      hour: { percent: 1.5, calculatedAt },
      day: { percent, calculatedAt },
      week: { percent: -3, calculatedAt },
    },
    usd: { day: { percent, calculatedAt } },
    transactions: { day: total('120') },
    traders: { day: total('45') },
    volume: { day: total(volume24h) },
  };
}

function total<Value>(current: Value): PeriodTotal<Value> {
  return { current, percent: 5, buyShare: 0.5, calculatedAt };
}
