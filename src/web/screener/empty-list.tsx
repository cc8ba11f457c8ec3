import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import { operations } from '#contract/operations.ts';
import type { FeedStatus, Status } from '#contract/status.ts';
import { sanitizeText } from '#contract/text.ts';
import { catchNotInPlan, notInPlan } from '#web/api/client/plan.ts';
import { serviceStatus } from '#web/api/client/service-status.ts';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { failingSources, historyShare, isFilling, shortFeedName } from '#web/api/queries/feed-state.ts';
import { failingText, summarizeFeeds, summaryText } from '#web/api/queries/feed-summary.ts';
import { fetchActivity } from '#web/api/queries/list-requests.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import { ProgressBar } from '#web/kit/display/progress-bar.tsx';
import { passesMinimum, type Relaxation, relaxations } from '#web/list/filter-chips.ts';
import { fetchListPage } from '#web/list/jetton-queries.ts';
import type { Screen } from '#web/list/list-state.ts';
import { needsActivity } from '#web/list/measure-values.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import { formatShare } from '#web/money/percentages.ts';

import styles from './screener-page.module.css';

interface Props {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
  /** Sets the screen reader announcement; called with an empty text on unmount. */
  readonly onAnnounce: (text: string) => void;
  /** Loads the list again. */
  readonly onRefresh: () => void;
}

/** Shown if a screen has no jettons. Offers to remove each filter without which there would be some. */
export function EmptyList({ screen, onChange, onAnnounce, onRefresh }: Props) {
  const { data: status, refetch } = useQuery(serviceStatus());
  const rate = useExchangeRate(screen.currency);
  const hasNoData = status?.counts.jettons === 0;
  const candidates = hasNoData ? [] : relaxations(screen, rate);
  const queries = useQueries({ queries: candidates.map(({ without }) => hasMatches(without)) });
  const removable = candidates.filter((_, index) => queries[index]?.data === true);
  const text = emptyText(
    queries.some(({ isPending }) => isPending),
    removable,
  );
  const isLoading = status != null && isFilling(status);
  const announcement = hasNoData ? noDataTitle(status) : `No matches. ${text}`;
  useEffect(() => {
    onAnnounce(announcement);
    return () => onAnnounce('');
  }, [onAnnounce, announcement]);
  const refresh = () => {
    void refetch();
    onRefresh();
  };
  if (hasNoData)
    return isLoading ? <LoadingMarket status={status} onRefresh={refresh} /> : <NoData status={status} />;
  const share = isLoading ? historyShare(status) : undefined;
  return (
    <Notice title="No matches" text={text}>
      {share === undefined ? null : (
        <p>{`History is still loading (${formatShare(share)}). Matching jettons appear here.`}</p>
      )}
      <div className={styles.removeButtons}>
        {removable.map(({ id, label, without }) => (
          <Button key={id} disappears onClick={() => onChange(() => without)}>
            {`Remove ${label}`}
          </Button>
        ))}
      </div>
    </Notice>
  );
}

function emptyText(isPending: boolean, removable: readonly Relaxation[]): string {
  if (removable.length === 1) return 'Remove this filter:';
  if (removable.length > 1) return 'Remove one:';
  if (isPending) return 'Checking which filter to remove…';
  return 'Removing a single filter is not enough. Remove several of the filters above.';
}

function noDataTitle(status: Status): string {
  if (!isFilling(status)) return 'No data yet';
  return failingSources(status).length > 0 ? 'No response from the data sources' : 'Loading the market';
}

/** The list is loaded again as soon as there are jettons; see `useNewJettons`. */
function LoadingMarket({ status, onRefresh }: { status: Status; onRefresh: () => void }) {
  const share = historyShare(status);
  const summary = summarizeFeeds(status);
  const failing = failingSources(status);
  if (failing.length > 0)
    return (
      <Notice
        title={noDataTitle(status)}
        text="Jettons appear here as soon as a source responds. Failed requests are repeated."
      >
        <ul className="stack">
          {failing.map((feed) => (
            <li key={feed.name}>
              <FailingSource feed={feed} />
            </li>
          ))}
        </ul>
        {status.clockFixed ? <Button onClick={onRefresh}>Refresh</Button> : null}
      </Notice>
    );
  return (
    <Notice title={noDataTitle(status)} text="Jettons appear here as soon as their swaps are read.">
      {share === undefined ? null : (
        <div className={styles.loading}>
          <ProgressBar label="History" share={share} />
          <span>{formatShare(share)}</span>
        </div>
      )}
      {summary?.tone === 'warn' ? <p className="warn">{summaryText(summary)}</p> : null}
      {/* With a fixed clock, nothing is polled. */}
      {status.clockFixed ? <Button onClick={onRefresh}>Refresh</Button> : null}
    </Notice>
  );
}

function FailingSource({ feed }: { feed: FeedStatus }) {
  const { lastError, stopped } = feed;
  const failing = failingText(feed);
  return (
    <>
      <span>{`${shortFeedName(feed)}${stopped ? ', stopped' : ''}: ${lastError ? sanitizeText(lastError.message) : ''}`}</span>
      {lastError ? (
        <p className="caption">
          {`${failing ? `${failing}. ` : ''}Last attempt ${formatDateTimeWithSeconds(new Date(lastError.at))} UTC`}
        </p>
      ) : null}
    </>
  );
}

function NoData({ status }: { status: Status }) {
  return (
    <Notice
      title={noDataTitle(status)}
      text={
        <>
          Import a dataset with <code translate="no">npm run import -- FOLDER</code>, then restart the
          service.
        </>
      }
    />
  );
}

/** Query for whether any jetton matches a screen. The first row decides: its value is the highest, so it reaches the minimum if any does. */
export function hasMatches(screen: Screen) {
  const { filter, minimum } = screen;
  return queryOptions({
    queryKey: [operations.getJettons.name, 'any', filter, minimum],
    queryFn: async ({ client, signal }) => {
      const options = { signal, priority: 'statistics' } as const;
      const { items } = await fetchListPage(client, { ...filter, limit: 1 }, options);
      const [first] = items;
      if (!first || minimum === undefined || !needsActivity(filter.sort))
        return passesMinimum(screen, first, 'unavailable');
      const activity = await catchNotInPlan(fetchActivity([first.identity.address], options));
      // Without statistics, the minimum has no effect.
      return (
        activity === notInPlan ||
        passesMinimum(screen, first, activity.get(first.identity.address) ?? 'unavailable')
      );
    },
  });
}
