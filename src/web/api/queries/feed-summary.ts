import { formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import type { FeedProblem, FeedStatus } from '#contract/status.ts';
import { formatShare } from '#web/money/percentages.ts';
import {
  type FeedState,
  type FeedsStatus,
  feedLag,
  feedState,
  formatSeconds,
  historyShare,
  shortFeedName,
} from './feed-state.ts';

export interface FeedSummary {
  /** The feed, if `text` is about a single one. */
  readonly subject: string | undefined;
  readonly text: string;
  readonly tone: 'warn' | 'neutral';
  /** The summary for screen readers, without numbers that change continuously. */
  readonly announcement: string;
}

export function summaryText({ subject, text }: Pick<FeedSummary, 'subject' | 'text'>): string {
  return subject === undefined ? text : `${subject}: ${text}`;
}

const problems = [
  ['stopped', 'stopped'],
  ['waiting', 'without data'],
  ['behind', 'behind'],
] as const satisfies readonly (readonly [FeedState, string])[];

/** Returns what is wrong with the feeds, or how much of their history has been read. Undefined if all feeds are current. */
export function summarizeFeeds(status: FeedsStatus): FeedSummary | undefined {
  const groups = problems.map(([state, label]) => ({
    label,
    feeds: status.feeds.filter((feed) => feedState(feed, status) === state),
  }));
  const [first, ...others] = groups.flatMap(({ feeds }) => feeds);
  if (!first) return summarizeHistory(status);
  if (others.length === 0) return summarizeFeed(first, status);
  const counts = groups.flatMap(({ label, feeds }) => (feeds.length > 0 ? `${feeds.length} ${label}` : []));
  // "2 feeds behind", or "1 feed stopped, 2 behind".
  const text = counts.join(', ').replace(/^\d+/, (count) => `${count} ${count === '1' ? 'feed' : 'feeds'}`);
  return { subject: undefined, text, tone: 'warn', announcement: text };
}

function summarizeHistory(status: FeedsStatus): FeedSummary | undefined {
  const share = historyShare(status);
  if (share === undefined) return undefined;
  const announcement = 'Loading history';
  return {
    subject: undefined,
    text: `${announcement}: ${formatShare(share)}`,
    tone: 'neutral',
    announcement,
  };
}

function summarizeFeed(feed: FeedStatus, status: FeedsStatus): FeedSummary {
  const subject = `${shortFeedName(feed)} feed`;
  const lag = feedLag(feed, status);
  if (feed.stopped) return { subject, text: 'stopped', tone: 'warn', announcement: `${subject} stopped` };
  if (lag === undefined || feedState(feed, status) === 'waiting')
    return { subject, text: 'no data yet', tone: 'warn', announcement: `${subject} has no data yet` };
  return {
    subject,
    text: `${formatSeconds(lag)} behind`,
    tone: 'warn',
    announcement: `${subject} is behind`,
  };
}

const problemTexts: Readonly<Record<FeedProblem, string>> = {
  unreachable: 'Cannot be reached',
  refused: 'Refuses requests',
  limited: 'Limits requests',
  failing: 'Reports errors',
  changed: 'Has an unexpected format',
  stopped: 'Stopped',
};

/** Returns how the source of a feed fails, and since when. Undefined while it works, and if the service does not say so. */
export function failingText({ failing }: FeedStatus): string | undefined {
  if (!failing) return undefined;
  return `${problemTexts[failing.problem]} since ${formatDateTimeWithSeconds(new Date(failing.since))} UTC`;
}
