import type { FeedStatus, Status } from '#contract/status.ts';

/** Returns the status of a service with a running clock whose feeds are current, with `changes` applied. */
export function liveStatus(changes: Partial<Status> = {}): Status {
  return {
    source: 'live',
    clock: '2026-01-29T07:50:00.000Z',
    clockFixed: false,
    counts: { jettons: 1200, pools: 3400, swaps: 5_600_000 },
    version: '1.2.3',
    feeds: [feedStatus({ name: 'stonfi' }), feedStatus({ name: 'dedust', kind: 'dedust' })],
    ...changes,
  };
}

/** Returns the status of a feed that is up to date, with `changes` applied. */
export function feedStatus(changes: Partial<FeedStatus> = {}): FeedStatus {
  return {
    name: 'stonfi',
    kind: 'stonfi',
    position: '2026-01-29T07:49:48Z',
    head: '2026-01-29T07:49:58Z',
    lagSeconds: 12,
    caughtUp: true,
    historyRead: 1,
    stopped: false,
    ranges: { open: 0, failed: 0 },
    events: { ingested: 123_456, duplicate: 789, late: 12, rejected: 0 },
    ...changes,
  };
}

/** Returns the changes of a feed that is behind by `lagSeconds` at the clock of `liveStatus`. */
export function behind(lagSeconds: number): Pick<FeedStatus, 'position' | 'lagSeconds' | 'caughtUp'> {
  const position = new Date(Date.parse('2026-01-29T07:50:00Z') - lagSeconds * 1000).toISOString();
  return { position, lagSeconds, caughtUp: false };
}

/** Returns a feed that has not reached its source. */
export function unstartedFeed(changes: Partial<FeedStatus> = {}): FeedStatus {
  const { position: _position, head: _head, lagSeconds: _lag, ...feed } = feedStatus();
  const events = { ingested: 0, duplicate: 0, late: 0, rejected: 0 };
  return { ...feed, caughtUp: false, historyRead: 0, ranges: { open: 1, failed: 0 }, events, ...changes };
}
