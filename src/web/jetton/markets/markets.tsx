import { useInfiniteQuery } from '@tanstack/react-query';
import { parseAddress } from '#contract/address.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import { isNotFound } from '#web/api/client/errors.ts';
import { useErrorText } from '#web/api/client/use-error-text.ts';
import type { JettonIdentity } from '#web/api/decoding/decode-jetton.ts';
import { useJettonSearch } from '#web/chart/view/use-jetton-search.ts';
import { ListFooter } from '#web/kit/display/list-footer.tsx';
import { jettonMarkets } from '#web/list/jetton-queries.ts';
import { findDeepestMarket } from './market-comparison.ts';
import { MarketFilters } from './market-filters.tsx';
import { MarketTable } from './market-table.tsx';
import styles from './markets.module.css';

interface Props {
  readonly address: string;
  readonly identity: JettonIdentity | undefined;
}

/** Markets of the jetton (operation 12), sorted by liquidity and filtered by the URL's search parameters. */
export function Markets({ address, identity }: Props) {
  const { search, currency } = useJettonSearch();
  const all = useInfiniteQuery(jettonMarkets(address));
  const filters = {
    ...(search.exchangeId === undefined ? {} : { exchangeId: search.exchangeId }),
    ...rawAddressFilter('counterpart', search.counterpart),
    ...rawAddressFilter('poolAddress', search.poolAddress),
  };
  const list = useInfiniteQuery(jettonMarkets(address, filters));
  const errorText = useErrorText(list.error);
  const pages = list.data?.pages ?? [];
  const markets = pages.flatMap((page) => page.markets);
  const identities = new Map([...(all.data?.pages ?? []), ...pages].flatMap((page) => [...page.identities]));
  if (identity) identities.set(address, identity);
  const unfiltered = all.data?.pages.flatMap((page) => page.markets) ?? [];
  const isEmpty = isNotFound(list.error) || (list.data !== undefined && markets.length === 0);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <section aria-label="Markets" aria-busy={list.isPending}>
      <div className={styles.head}>
        <h2>Markets</h2>
        {unfiltered.length > 0 || isFiltered ? (
          <MarketFilters markets={unfiltered} identities={identities} />
        ) : null}
      </div>
      {isEmpty ? (
        <p className={styles.empty}>{isFiltered ? 'No markets match these filters' : 'No markets found'}</p>
      ) : null}
      {list.error && !list.data && !isEmpty ? (
        <div className={styles.empty}>
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : null}
      {markets.length > 0 ? (
        <>
          <MarketTable
            address={address}
            currency={currency}
            markets={markets}
            identities={identities}
            deepest={findDeepestMarket(unfiltered)}
            isFullyLoaded={!list.hasNextPage}
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
            errorText={list.isFetchNextPageError ? errorText : undefined}
            onLoadMore={() => void list.fetchNextPage()}
          />
        </>
      ) : null}
    </section>
  );
}

/** Returns the filter with the address in raw form, or no filter if the address is missing or invalid. */
function rawAddressFilter<Name extends 'counterpart' | 'poolAddress'>(
  name: Name,
  address: string | undefined,
) {
  const raw = address === undefined ? undefined : parseAddress(address);
  return raw === undefined ? {} : { [name]: raw };
}
