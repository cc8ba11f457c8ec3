import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { call } from '#tools/bench/service.ts';

const COMPARED = 4;
const WATCHED = 24;

/** Paths of the dashboard's pages by the name of their screenshot, with the jettons that are traded most often. */
export async function screenshotPages(origin: string) {
  const { jettons } = await call(origin, operations.getJettons, {
    sort: 'transactions24h',
    order: 'desc',
    verification: ['JVS_VERIFIED', 'JVS_COMMUNITY_VERIFIED'],
    limit: 100,
  });
  // Coins that are pegged to a currency have flat lines.
  const volatile = await call(origin, operations.getJettonStatisticsList, {
    address: jettons.map(({ metadata }) => metadata.address),
    sort: 'transactions24h',
    order: 'desc',
    limit: 100,
  }).then(({ items }) =>
    items.filter(({ priceChange }) => Math.abs(priceChange.usd.week?.changePercent ?? 0) > 2),
  );
  const [first = ''] = volatile.map(({ address }) => address);
  const { markets } = await call(origin, operations.getJettonMarkets, { address: first, limit: 1 });
  const [address, pool] = [first, markets[0]?.poolAddress ?? ''].map(toUserFriendly);
  const listed = (count: number) =>
    volatile
      .slice(0, count)
      .map((jetton) => `address=${toUserFriendly(jetton.address)}`)
      .join('&');
  return {
    screener: '/',
    jetton: `/jetton/${address}`,
    pool: `/jetton/${address}/pool/${pool}?quote=usd&average=ema20&tz=utc`,
    compare: `/compare?${listed(COMPARED)}&period=7d`,
    watchlist: `/watchlist?${listed(WATCHED)}`,
    embed: `/embed/${address}/${pool}?quote=usd&type=area&theme=light&tz=utc`,
  };
}
