import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#contract/format/format-numbers.ts';
import { formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import type { FeedStatus, Status } from '#contract/status.ts';
import { sanitizeText } from '#contract/text.ts';
import { serviceStatus } from '#web/api/client/service-status.ts';
import {
  type FeedState,
  feedKindName,
  feedState,
  formatSeconds,
  isSwapFeed,
  shortFeedName,
} from '#web/api/queries/feed-state.ts';
import { failingText } from '#web/api/queries/feed-summary.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { DATA_SOURCES } from '#web/kit/device/open-panel.ts';
import { useWallClock } from '#web/kit/device/wall-clock.ts';
import { ProgressBar } from '#web/kit/display/progress-bar.tsx';
import { formatShare } from '#web/money/percentages.ts';
import styles from './data-sources.module.css';
import { ReportProblem } from './report-problem.tsx';

const sourceNames: Readonly<Record<Status['source'], string>> = {
  simulated: 'Simulated market',
  imported: 'Imported dataset',
  live: 'Feeds',
  none: 'No data',
};

/** Where the data comes from, how much there is, and the state of every feed. Loads the status when it is opened. */
export function DataSourcesPanel({ onClose }: { onClose: () => void }) {
  const { data: status, dataUpdatedAt } = useQuery({ ...serviceStatus(), refetchOnMount: 'always' });
  const now = useWallClock();
  if (!status) return null;
  const { counts, feeds } = status;
  const facts = [
    ['Source', sourceNames[status.source]],
    [
      'Clock',
      `${formatDateTimeWithSeconds(new Date(status.clock))} UTC${status.clockFixed ? ', fixed' : ''}`,
    ],
    ['Exchange rates', status.ratesDate ?? 'None'],
    ['Jettons', formatCount(counts.jettons)],
    ['Pools', formatCount(counts.pools)],
    ['Swaps', formatCount(counts.swaps)],
    ['Version', status.version],
  ] as const;
  return (
    <>
      <div className="spread">
        <h2>{DATA_SOURCES}</h2>
        <Button bare aria-label="Close" title="Close" onClick={onClose}>
          ✕
        </Button>
      </div>
      <dl className="figures">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {feeds.length > 0 ? (
        <FeedTable status={status} secondsSinceStatus={Math.max(0, (now - dataUpdatedAt) / 1000)} />
      ) : (
        <p className="note">No feeds</p>
      )}
      <div>
        <ReportProblem />
      </div>
    </>
  );
}

interface FeedTableProps {
  readonly status: Status;
  /** Age of the status. */
  readonly secondsSinceStatus: number;
}

/** All feeds: how far they have come, what they have read, and their last errors. On phones, one block per feed. */
function FeedTable({ status, secondsSinceStatus }: FeedTableProps) {
  return (
    <table className={styles.table} aria-label="Feeds">
      <thead translate="no">
        <tr>
          <th scope="col">Feed</th>
          <th scope="col">State</th>
          <th scope="col">Data up to</th>
          <th scope="col">History</th>
          <th scope="col">Ranges</th>
          <th scope="col">Events</th>
          <th scope="col">Last error</th>
        </tr>
      </thead>
      <tbody>
        {status.feeds.map((feed) => (
          <FeedRow
            key={feed.name}
            feed={feed}
            state={feedState(feed, status)}
            secondsSinceStatus={secondsSinceStatus}
          />
        ))}
      </tbody>
    </table>
  );
}

const stateNames: Readonly<Record<FeedState, string>> = {
  stopped: 'Stopped',
  waiting: 'No data yet',
  behind: 'Behind',
  loading: 'Loading',
  current: 'Up to date',
};

interface RowProps {
  readonly feed: FeedStatus;
  readonly state: FeedState;
  readonly secondsSinceStatus: number;
}

function FeedRow({ feed, state, secondsSinceStatus }: RowProps) {
  const { position, lagSeconds, ranges, events, lastError } = feed;
  const name = shortFeedName(feed);
  const failing = failingText(feed);
  return (
    <tr>
      <th scope="row" title={sanitizeText(feed.name)}>
        <span translate="no">{name}</span>
        <small>{feedKindName(feed)}</small>
      </th>
      <td data-label="State" data-state={state}>
        {stateNames[state]}
      </td>
      <td data-label="Data up to">
        {position === undefined || lagSeconds === undefined ? (
          '–'
        ) : (
          <>
            <span>{`${isSwapFeed(feed) ? '' : 'Checked '}${formatSeconds(lagSeconds + secondsSinceStatus)} ago`}</span>
            <small>
              <time dateTime={position}>{formatDateTimeWithSeconds(new Date(position))}</time> UTC
            </small>
          </>
        )}
      </td>
      <td data-label="History">
        {isSwapFeed(feed) ? (
          <span className={styles.history}>
            <ProgressBar label={`History of ${name}`} share={feed.historyRead} />
            <span>{formatShare(feed.historyRead)}</span>
          </span>
        ) : (
          '–'
        )}
      </td>
      <td data-label="Ranges">
        <span>{`${formatCount(ranges.open)} open`}</span>
        <small data-failed={ranges.failed > 0 || undefined}>{`${formatCount(ranges.failed)} failed`}</small>
      </td>
      <td data-label="Events">
        <span>{`${formatCount(events.ingested)} stored`}</span>
        <small>{`${formatCount(events.duplicate)} repeated, ${formatCount(events.late)} late`}</small>
        <small
          data-failed={events.rejected > 0 || undefined}
        >{`${formatCount(events.rejected)} rejected`}</small>
      </td>
      <td data-label="Last error" className={styles.error}>
        {lastError ? (
          <>
            <span translate="no">{sanitizeText(lastError.message)}</span>
            <small>
              <time dateTime={lastError.at}>{formatDateTimeWithSeconds(new Date(lastError.at))}</time> UTC
            </small>
          </>
        ) : (
          <span>None</span>
        )}
        {failing ? <small data-failed>{failing}</small> : null}
      </td>
    </tr>
  );
}
