/** Request priorities, most urgent first: from what the page requires to what is not visible yet. */
export const priorities = ['list', 'metrics', 'statistics', 'live', 'export'] as const;
export type Priority = (typeof priorities)[number];

// A call that has waited this much longer precedes calls of the next higher priority. Prevents starvation.
const AGING_MS = 10_000;

/** Returns the sort key of a call that was enqueued at `now` (milliseconds). Lower starts sooner. */
export function queuePosition(priority: Priority, now: number): number {
  return now + priorities.indexOf(priority) * AGING_MS;
}
