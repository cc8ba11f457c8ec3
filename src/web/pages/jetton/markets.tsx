import { useInfiniteQuery } from '@tanstack/react-query';
import { isNotFound } from '#web/api/failures.ts';
import { faultText } from '#web/api/fault-text.ts';
import { jettonMarkets } from '#web/api/queries.ts';
import type { JettonFace } from '#web/api/strangers.ts';
import { Button } from '#web/components/button.tsx';
import { ListEnd } from '#web/components/list-end.tsx';
import { Notice } from '#web/components/notice.tsx';
import { MarketTable } from './market-table.tsx';
import styles from './plain-table.module.css';
import { PriceTicks } from './price-ticks.tsx';

interface Props {
  readonly address: string;
  readonly face: JettonFace | undefined;
  /** Pool of the market whose ticks were asked for. */
  readonly chosen: string | undefined;
}

/** The markets of a jetton, deepest first, and the ticks of one: the chosen, else the deepest. */
export function Markets({ address, face, chosen }: Props) {
  const list = useInfiniteQuery(jettonMarkets(address));
  if (list.isPending) return null;
  if (isNotFound(list.error)) return <NoMarkets />;
  if (!list.data) {
    return (
      <Notice title="The markets did not come" text={faultText(list.error)}>
        <Button onClick={() => void list.refetch()}>Retry</Button>
      </Notice>
    );
  }
  const markets = list.data.pages.flatMap((page) => page.markets);
  const faces = new Map(list.data.pages.flatMap((page) => [...page.faces]));
  if (face) faces.set(address, face);
  const open = markets.find(({ poolAddress }) => poolAddress === chosen) ?? markets[0];
  if (!open) return <NoMarkets />;
  return (
    <>
      <h2 className={styles.title}>Markets</h2>
      <MarketTable address={address} markets={markets} faces={faces} open={open.poolAddress} />
      <ListEnd
        count={markets.length}
        things="markets"
        more={list.hasNextPage}
        loading={list.isFetchingNextPage}
        fault={list.isFetchNextPageError ? faultText(list.error) : undefined}
        onMore={() => void list.fetchNextPage()}
      />
      <PriceTicks key={open.poolAddress} address={address} market={open} faces={faces} />
    </>
  );
}

function NoMarkets() {
  return <Notice title="No markets" text="No pool that is known here trades this jetton." />;
}
