import { useInfiniteQuery } from '@tanstack/react-query';
import { parseAddress } from '#contract/address.ts';
import type { JettonFace } from '#web/api/decoding/untrusted.ts';
import { jettonMarkets } from '#web/api/queries/queries.ts';
import { faultText } from '#web/api/transport/error-text.ts';
import { isNotFound } from '#web/api/transport/errors.ts';
import { Fault } from '#web/chart-parts/fault.tsx';
import { ListFooter } from '#web/components/feedback/list-footer.tsx';
import { useJettonLink } from '#web/pages/jetton/header/use-jetton-link.ts';
import { deepestOf } from './compared-markets.ts';
import { MarketFilters } from './market-filters.tsx';
import { MarketTable } from './market-table.tsx';
import styles from './markets.module.css';

interface Props {
  readonly address: string;
  readonly face: JettonFace | undefined;
}

/** Operation 12: deepest first, cut down as the link says. */
export function Markets({ address, face }: Props) {
  const { search } = useJettonLink();
  const all = useInfiniteQuery(jettonMarkets(address));
  const filters = {
    ...(search.exchangeId === undefined ? {} : { exchangeId: search.exchangeId }),
    ...rawOf('counterpart', search.counterpart),
    ...rawOf('poolAddress', search.poolAddress),
  };
  const list = useInfiniteQuery(jettonMarkets(address, filters));
  const pages = list.data?.pages ?? [];
  const markets = pages.flatMap((page) => page.markets);
  const faces = new Map([...(all.data?.pages ?? []), ...pages].flatMap((page) => [...page.faces]));
  if (face) faces.set(address, face);
  const known = all.data?.pages.flatMap((page) => page.markets) ?? [];
  const hasNone = isNotFound(list.error) || (list.data !== undefined && markets.length === 0);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <section aria-label="Markets" aria-busy={list.isPending}>
      <div className={styles.head}>
        <h2>Markets</h2>
        {known.length > 0 || isFiltered ? <MarketFilters known={known} faces={faces} /> : null}
      </div>
      {hasNone ? (
        <p className={styles.said}>
          {isFiltered ? 'No market meets these filters.' : 'No pool that is known here trades this jetton.'}
        </p>
      ) : null}
      {list.error && !list.data && !hasNone ? (
        <div className={styles.said}>
          <Fault error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : null}
      {markets.length > 0 ? (
        <>
          <MarketTable
            address={address}
            markets={markets}
            faces={faces}
            deepest={deepestOf(known)}
            isWhole={!list.hasNextPage}
            onEndNear={() => {
              if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError)
                void list.fetchNextPage();
            }}
          />
          <ListFooter
            count={markets.length}
            noun="market"
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            errorText={list.isFetchNextPageError ? faultText(list.error) : undefined}
            onLoadMore={() => void list.fetchNextPage()}
          />
        </>
      ) : null}
    </section>
  );
}

function rawOf<Name extends 'counterpart' | 'poolAddress'>(name: Name, spelled: string | undefined) {
  const raw = spelled === undefined ? undefined : parseAddress(spelled);
  return raw === undefined ? {} : { [name]: raw };
}
