import { formatSnapshot } from '#contract/format/format-time.ts';
import type { Status } from '#contract/status.ts';
import { type FeedSummary, summarizeFeeds, summaryText } from '#web/api/queries/feed-summary.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { usePanel } from '#web/kit/controls/popup-button.tsx';
import { DATA_SOURCES } from '#web/kit/device/open-panel.ts';
import { Badge } from '#web/kit/display/badges.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import styles from './data-sources.module.css';

const DataSourcesPanel = lazyWithRetry(
  async () => (await import('./data-sources-panel.tsx')).DataSourcesPanel,
);

const simulated = { subject: undefined, text: 'Simulated market', tone: 'warn' } as const;

export function DataSourcesButton({ status }: { status: Status }) {
  const { containerRef, isOpen, toggle } = usePanel(DATA_SOURCES);
  const summary = summarizeFeeds(status);
  const label = status.source === 'simulated' ? simulated : summary;
  const clock = new Date(status.clock);
  const close = () => {
    toggle();
    containerRef.current?.querySelector('button')?.focus();
  };
  return (
    <div
      className={styles.source}
      data-source-label={label ? 'badge' : status.clockFixed ? 'clock' : undefined}
    >
      <div ref={containerRef}>
        <Button
          bare
          aria-expanded={isOpen}
          aria-label={label ? `${DATA_SOURCES}: ${summaryText(label)}` : DATA_SOURCES}
          title={DATA_SOURCES}
          onClick={toggle}
        >
          {label ? <Label {...label} /> : <Icon />}
        </Button>
        {isOpen ? (
          <section aria-label={DATA_SOURCES} className={styles.panel}>
            <DataSourcesPanel onClose={close} />
          </section>
        ) : null}
      </div>
      <span className="visually-hidden" role="status">
        {summary?.announcement}
      </span>
      {status.clockFixed ? (
        <time
          className={styles.clock}
          translate="no"
          dateTime={status.clock}
          title={`All figures and ages are as of ${clock.toISOString()}`}
        >
          <span>Snapshot: </span>
          {formatSnapshot(clock).split(', ')[0]}
          <span className={styles.time}>, {formatSnapshot(clock).split(', ')[1]}</span>
        </time>
      ) : null}
    </div>
  );
}

/** Shortens the name of the feed rather than its state. */
function Label({ subject, text, tone }: Pick<FeedSummary, 'subject' | 'text' | 'tone'>) {
  return (
    <Badge tone={tone}>
      <span className={styles.label}>
        {subject === undefined ? null : <span className={styles.subject}>{subject}</span>}
        <span>{subject === undefined ? text : `: ${text}`}</span>
      </span>
    </Badge>
  );
}

const CYLINDER = 'M2.5 4v8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2V4M2.5 8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2';

function Icon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
      <ellipse cx="8" cy="4" rx="5.5" ry="2" strokeWidth="1.4" />
      <path d={CYLINDER} strokeWidth="1.4" strokeLinejoin="round" />
    </svg>
  );
}
