import { useInfiniteQuery } from '@tanstack/react-query';
import { faultText } from '#web/api/fault-text.ts';
import { jettonList } from '#web/api/queries.ts';
import { Button } from '#web/components/button.tsx';
import { ListEnd } from '#web/components/list-end.tsx';
import { Notice } from '#web/components/notice.tsx';
import { JettonTable, JettonTableSkeleton } from './jetton-table.tsx';
import { loadedJettons } from './loaded-jettons.ts';
import { defaultScreen } from './screen.ts';
import styles from './screener-page.module.css';

export function ScreenerPage() {
  return (
    <>
      <title>Jetscope</title>
      <div className={styles.head}>
        <h1>Jettons</h1>
        <p className={styles.said}>By volume of 24 hours, largest first. Scam is left out.</p>
      </div>
      <JettonList />
    </>
  );
}

function JettonList() {
  const list = useInfiniteQuery(jettonList(defaultScreen));
  if (list.isPending) return <JettonTableSkeleton />;
  if (!list.data) {
    return (
      <Notice title="The list did not come" text={faultText(list.error)}>
        <Button onClick={() => void list.refetch()}>Retry</Button>
      </Notice>
    );
  }
  const jettons = loadedJettons(list.data.pages);
  if (jettons.length === 0) return <NoData />;
  return (
    <>
      <JettonTable jettons={jettons} />
      <ListEnd
        count={jettons.length}
        things="jettons"
        more={list.hasNextPage}
        loading={list.isFetchingNextPage}
        fault={list.isFetchNextPageError ? faultText(list.error) : undefined}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  );
}

function NoData() {
  return (
    <Notice
      title="No data yet"
      text={
        <>
          Import a dataset with <code>npm run import -- FOLDER</code>, then start the service again.
        </>
      }
    />
  );
}
