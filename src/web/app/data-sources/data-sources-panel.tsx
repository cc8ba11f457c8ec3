import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#contract/format/format-numbers.ts';
import { formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import type { Status } from '#contract/status.ts';
import { serviceStatus } from '#web/api/client/service-status.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { DATA_SOURCES } from '#web/kit/device/open-panel.ts';
import { useWallClock } from '#web/kit/device/wall-clock.ts';
import styles from './data-sources.module.css';
import { FeedTable } from './feed-table.tsx';
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
      <dl className={styles.facts}>
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
        <p className={styles.empty}>No feeds</p>
      )}
      <div>
        <ReportProblem />
      </div>
    </>
  );
}
