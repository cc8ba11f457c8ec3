import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { toUserFriendly } from '#contract/address.ts';
import { cleanText } from '#contract/text/clean-text.ts';
import { symbolOf } from '#web/api/faces.ts';
import { jettonMarkets } from '#web/api/queries.ts';
import type { JettonFace } from '#web/api/strangers.ts';
import { SumFigure } from '#web/components/figure.tsx';
import { comparable, MOST_OTHERS, parsePoolLink, poolQuery } from '#web/url/pool-search.ts';
import styles from './pool-facts.module.css';
import table from './pool-table.module.css';

interface Props {
  readonly address: string;
  readonly poolAddress: string;
  readonly face: JettonFace | undefined;
}

const route = getRouteApi('/jetton/$address/pool/$poolAddress');
const MOST = 12;

/** The deepest other markets of the same jetton: to go to, or to lay over the chart. */
export function OtherPools({ address, poolAddress, face }: Props) {
  const { view, others } = parsePoolLink(route.useSearch());
  const navigate = route.useNavigate();
  const toggle = (pool: string) => {
    const next = others.includes(pool) ? others.filter((one) => one !== pool) : [...others, pool];
    void navigate({
      search: poolQuery(comparable({ view, others: next })),
      replace: true,
      resetScroll: false,
    });
  };
  const { data } = useInfiniteQuery(jettonMarkets(address));
  const markets = data?.pages[0]?.markets.filter((market) => market.poolAddress !== poolAddress) ?? [];
  const faces = new Map(data?.pages[0]?.faces);
  if (face) faces.set(address, face);
  return (
    <section aria-label="Other pools">
      <h2 className={styles.title}>Other pools</h2>
      {data && markets.length === 0 ? <p className={styles.said}>No other pool trades this jetton.</p> : null}
      {markets.length > 0 ? (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Over</th>
              <th scope="col" className={table.words}>
                Pair
              </th>
              <th scope="col">Exchange</th>
              <th scope="col">Liquidity, USD</th>
            </tr>
          </thead>
          <tbody>
            {markets.slice(0, MOST).map((market) => (
              <tr key={market.poolAddress}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Lay ${symbolOf(market.counterpart, faces)} on ${cleanText(market.exchangeId)} over the chart`}
                    checked={others.includes(market.poolAddress)}
                    disabled={!others.includes(market.poolAddress) && others.length >= MOST_OTHERS}
                    onChange={() => toggle(market.poolAddress)}
                  />
                </td>
                <th scope="row">
                  <Link
                    to="/jetton/$address/pool/$poolAddress"
                    params={{
                      address: toUserFriendly(address),
                      poolAddress: toUserFriendly(market.poolAddress),
                    }}
                  >
                    <bdi>{symbolOf(address, faces)}</bdi> / <bdi>{symbolOf(market.counterpart, faces)}</bdi>
                  </Link>
                </th>
                <td>{cleanText(market.exchangeId)}</td>
                <td>
                  <SumFigure sum={market.liquidity.usd} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}
