import { expect, test } from 'vitest';
import type { FeedStatus } from '#contract/status.ts';
import { behind, feedStatus, liveStatus, unstartedFeed } from '#testing/components/responses.ts';
import { dataLag, historyShare, isFilling, shortFeedName, statusInterval } from './feed-state.ts';
import { summarizeFeeds, summaryText } from './feed-summary.ts';

const lastError = { message: 'HTTP 503', at: '2026-01-29T07:49:00Z' };

/** A feed whose position is the start of its history. */
function notRead(changes: Partial<FeedStatus>): FeedStatus {
  const events = { ingested: 0, duplicate: 0, late: 0, rejected: 0 };
  return feedStatus({ ...behind(61 * 86_400), events, ...changes });
}

test.each<[string, readonly FeedStatus[], string | undefined]>([
  ['no feeds', [], undefined],
  ['all are current', [feedStatus(), feedStatus({ name: 'fx', kind: 'fx', ...behind(86_400) })], undefined],
  ['metadata is not due', [feedStatus({ kind: 'tonapi', ...behind(899) })], undefined],
  ['metadata is behind', [feedStatus({ kind: 'tonapi', ...behind(901) })], 'stonfi feed: 15 min behind'],
  ['a lag of a minute', [feedStatus(behind(60))], undefined],
  ['an error that was followed by a success', [feedStatus({ lastError })], undefined],
  ['one is behind', [feedStatus(behind(250)), feedStatus()], 'stonfi feed: 4 min behind'],
  ['several are behind', [feedStatus(behind(61)), feedStatus(behind(7200))], '2 feeds behind'],
  ['one is stopped', [feedStatus({ stopped: true, ...behind(7200) })], 'stonfi feed: stopped'],
  [
    'one is stopped, others are behind',
    [feedStatus(behind(90)), feedStatus({ stopped: true }), feedStatus(behind(61))],
    '1 feed stopped, 2 behind',
  ],
  ['its source has never responded', [unstartedFeed({ lastError })], 'stonfi feed: no data yet'],
  ['it has read nothing since its start', [notRead({ lastError })], 'stonfi feed: no data yet'],
  ['it reads its first events', [notRead({ historyRead: 0.01 })], 'Loading history: 1%'],
  ['it has just started', [unstartedFeed()], 'Loading history: 0%'],
  [
    'the history is being read',
    [feedStatus({ historyRead: 0.999, caughtUp: false }), feedStatus()],
    'Loading history: 99%',
  ],
  ['metadata has no history', [feedStatus({ kind: 'tonapi', historyRead: 0 })], undefined],
  [
    'it is behind and reading its history',
    [feedStatus({ ...behind(90), historyRead: 0.5 })],
    'stonfi feed: 1 min behind',
  ],
])('summary if %s', (_, feeds, text) => {
  const summary = summarizeFeeds(liveStatus({ feeds: [...feeds] }));
  expect(summary && summaryText(summary)).toBe(text);
});

test('with a fixed clock, feeds are behind that clock', () => {
  const fixed = { clockFixed: true, clock: '2026-01-01T00:00:00Z' };
  const later = feedStatus({ position: '2026-01-02T00:00:00Z', lagSeconds: 90_000 });
  const earlier = feedStatus({ position: '2025-12-31T22:00:00Z', lagSeconds: 90_000 });
  expect(summarizeFeeds(liveStatus({ ...fixed, feeds: [later] }))).toBeUndefined();
  expect(summarizeFeeds(liveStatus({ ...fixed, feeds: [earlier] }))?.text).toBe('2 h behind');
});

test('announcements do not change with the lag or the progress', () => {
  const announcements = [61, 250].map(
    (seconds) => summarizeFeeds(liveStatus({ feeds: [feedStatus(behind(seconds))] }))?.announcement,
  );
  expect(announcements).toEqual(['stonfi feed is behind', 'stonfi feed is behind']);
});

test('only swap feeds determine the age of prices', () => {
  const swaps = [feedStatus(behind(20)), feedStatus(behind(90)), unstartedFeed(), notRead({})];
  const others = ['toncenter', 'tonapi', 'fx'].map((kind) => feedStatus({ kind, ...behind(9000) }));
  expect(dataLag(liveStatus({ feeds: [...swaps, ...others] }))).toBe(90);
  expect(dataLag(liveStatus({ feeds: others }))).toBeUndefined();
});

test('a market is being filled while it is empty or its history is being read', () => {
  const empty = { jettons: 0, pools: 0, swaps: 0 };
  expect(isFilling(liveStatus())).toBe(false);
  expect(isFilling(liveStatus({ counts: empty }))).toBe(true);
  expect(isFilling(liveStatus({ counts: empty, feeds: [] }))).toBe(false);
  const half = liveStatus({ feeds: [feedStatus({ historyRead: 0.5 }), feedStatus()] });
  expect([isFilling(half), historyShare(half)]).toEqual([true, 0.75]);
});

test('names are short and without invisible characters', () => {
  expect(shortFeedName(feedStatus({ name: 'a\u202Eb\u0000' }))).toBe('ab');
  expect(shortFeedName(feedStatus({ name: 'x'.repeat(40) }))).toBe(`${'x'.repeat(23)}…`);
});

test('the status is polled only while it can change', () => {
  const loading = [feedStatus({ historyRead: 0.5 })];
  expect(statusInterval(liveStatus())).toBe(15_000);
  expect(statusInterval(liveStatus({ feeds: loading }))).toBe(5_000);
  expect(statusInterval(liveStatus({ source: 'none', feeds: [] }))).toBe(5_000);
  expect(statusInterval(liveStatus({ source: 'simulated', feeds: [] }))).toBeUndefined();
  expect(statusInterval(liveStatus({ clockFixed: true, feeds: loading }))).toBeUndefined();
});
